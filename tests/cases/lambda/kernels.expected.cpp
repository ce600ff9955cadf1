// Lambdas that are called in the region: portable kernels, whose captures a macro may write, and algorithms.
// args: -std=c++17
#include <algorithm>
#include <cstdio>
#include <numeric>

#define KERNEL_LAMBDA [=]
struct atoms { int n; double *r; double box[3]; };

template <class F> static void parallel_for(int n, F f)
{
    for (int i = 0; i < n; i++)
        f(i);
}
template <class F> static double reduce(int n, F f)
{
    double sum = 0;
    parallel_for(n, [&](int i) { f(i, sum); });
    return sum;
}

struct sim {
    atoms *a;
    double box[2];
    double total()
    {
        double sum;
{ int pc_n = this->a->n; double *pc_r = this->a->r; auto *pc_box = this->box;
        parallel_for(pc_n, KERNEL_LAMBDA(int i) { pc_r[i] *= pc_box[i % 2]; });
        parallel_for(2, [=](int i) { pc_box[i] += pc_n; });
        parallel_for(2, [pc_box](int i) { pc_box[i] -= 1; });
        sum = reduce(pc_n, KERNEL_LAMBDA(int i, double &part) { part += pc_r[i]; });
}
        return sum + box[0];
    }
};

int main()
{
    double r[] = {1, 2, 3};
    atoms a = {3, r, {4, 5, 6}};
    sim store = {&a, {2, 3}}, *s = &store;
int pc_a_n = s->a->n; double *pc_a_r = s->a->r; auto *pc_a_box = s->a->box;
    parallel_for(pc_a_n, KERNEL_LAMBDA(int i) { pc_a_r[i] += pc_a_box[i]; });
    parallel_for(pc_a_n, [&, k = 2, pc_a_r](int i) { pc_a_r[i] *= k; });
    auto found = std::find_if(pc_a_r, pc_a_r + 3, [&, pc_a_n](double d) { return d > 4 * pc_a_n; });
    double sum = std::accumulate(pc_a_r, pc_a_r + 3, 0.0, [=](double d, double x) { return d + x * pc_a_n; });
    int twice = [&, pc_a_n] { return 2 * pc_a_n; }();

    std::printf("%g %g %d\n", *found, sum, twice);
    std::printf("%g\n", s->total());
    return 0;
}
