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
#pragma pointerchain region begin declare(this->a->r, this->a->n, this->box)
        parallel_for(a->n, KERNEL_LAMBDA(int i) { a->r[i] *= box[i % 2]; });
        parallel_for(2, [=](int i) { this->box[i] += a->n; });
        parallel_for(2, [this](int i) { box[i] -= 1; });
        sum = reduce(a->n, KERNEL_LAMBDA(int i, double &part) { part += a->r[i]; });
#pragma pointerchain region end
        return sum + box[0];
    }
};

int main()
{
    double r[] = {1, 2, 3};
    atoms a = {3, r, {4, 5, 6}};
    sim store = {&a, {2, 3}}, *s = &store;
#pragma pointerchain region begin declare(s->a->r, s->a->n, s->a->box)
    parallel_for(s->a->n, KERNEL_LAMBDA(int i) { s->a->r[i] += s->a->box[i]; });
    parallel_for(s->a->n, [&, k = 2](int i) { s->a->r[i] *= k; });
    auto found = std::find_if(s->a->r, s->a->r + 3, [&](double d) { return d > 4 * s->a->n; });
    double sum = std::accumulate(s->a->r, s->a->r + 3, 0.0, [=](double d, double x) { return d + x * s->a->n; });
    int twice = [&] { return 2 * s->a->n; }();
#pragma pointerchain region end
    std::printf("%g %g %d\n", *found, sum, twice);
    std::printf("%g\n", s->total());
    return 0;
}
