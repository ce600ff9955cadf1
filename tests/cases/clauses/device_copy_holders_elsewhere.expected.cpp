// Stores by the library's objects that surely lead elsewhere than to what the device has.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>
struct State { int n; double dt; double *x; };
struct Sim {
    State s;
    std::vector<double> x, y;
    std::unique_ptr<int[]> index;
    explicit Sim(int n) : s(), x(n, 1.0), y(n, 2.0), index(new int[n])
    {
        s.n = n;
        s.dt = 0.5;
        s.x = x.data();
    }
};

static void step(State *s)
{
{ int pc_n = s->n; double *pc_x = s->x; double pc_dt = s->dt; _Pragma("omp target teams distribute parallel for")
    for (int i = 0; i < pc_n; i++) pc_x[i] += pc_dt; }
}

int main()
{
    Sim sim(8);
    State *s = &sim.s;
    std::vector<int> count(4);
    std::vector<std::string> names;
#pragma omp target enter data map(to: s[0:1])
#pragma omp target enter data map(to: s->x[0:8])
    for (int k = 0; k < 3; k++) {
        count[k]++;
        count.push_back(k);
        names.push_back("a");
        names.back() += "b";
        sim.index[k] = k;
        sim.y[k] = 2;
        std::fill(sim.y.begin(), sim.y.end(), 3.);
        std::sort(count.begin(), count.end());
        std::swap(count[0], count[1]);
        for (auto &each : count) each++;
        count.at(1) = std::max(s->n, 2);
        step(s);
    }
#pragma omp target exit data map(from: s->x[0:8])
#pragma omp target exit data map(release: s[0:1])
    std::printf("%g %d\n", sim.x[1], count[1]);
}
