// 'declare(*)': of every root that the region uses, 'this' and globals among them; calls and containers stay as they are.
#include <cstdio>
#include <memory>
#include <vector>

struct Grid { int n = 3; double *x = nullptr; std::vector<double> v{1, 2, 3}; };
static Grid *shared;

struct Solver {
    double run(Grid *other, double *out)
    {
        double t = 0;
#pragma pointerchain region begin declare(*)
        for (int i = 0; i < grid->n && i < (int)grid->v.size(); i++) {
            t += grid->x[i] * shared->x[i] + grid->v[i] * other->v[i] + this->owned->n;
            out[i] += owned->x[0];
            auto twice = [&](double by) { return grid->x[i] * by; };
            t += twice(2);
        }
        total += 1;
#pragma pointerchain region end
        return t;
    }
    Grid *grid;
    std::unique_ptr<Grid> owned;
    double total;
};

template <typename T>
double sum(T *t)
{
    double s = 0;
#pragma pointerchain region declare(t->*)
    for (int i = 0; i < t->n; i++) s += t->x[i];
    return s;
}

int main()
{
    double x[4] = {1, 2, 3, 4}, out[4] = {};
    Grid one, two;
    one.x = two.x = x;
    shared = &two;
    Solver solver{&one, std::unique_ptr<Grid>(new Grid), 0};
    solver.owned->x = x;
    const double t = solver.run(&two, out);
    std::printf("%g %d %g %g\n", t + solver.total, one.n, out[2], sum(&one));
}
