// expects: same output
// The inner region stands in a lambda of the outer region, and goes through the outer region's chain.
#include <cstdio>

struct box { double *x; int n; };
struct grid { box *boxes; };
template <class F> static void each(int n, F f)
{
    for (int i = 0; i < n; i++)
        f(i);
}

int main()
{
    double x[2] = {1, 2}, y[2] = {3, 4};
    box boxes[2] = {{x, 2}, {y, 2}};
    grid store = {boxes}, *g = &store;
#pragma pointerchain region begin declare(g->boxes)
    each(2, [=](int b) {
#pragma pointerchain region begin declare(g->boxes[b].x, g->boxes[b].n)
        for (int i = 0; i < g->boxes[b].n; i++)
            g->boxes[b].x[i] *= 2;
#pragma pointerchain region end
    });
#pragma pointerchain region end
    std::printf("%g %g\n", x[0], y[1]);
    return 0;
}
