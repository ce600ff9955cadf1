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
{ auto *pc_boxes = g->boxes;
    each(2, [=](int b) {
{ int pc_boxes_n = pc_boxes[b].n; double *pc_boxes_x = pc_boxes[b].x;
        for (int i = 0; i < pc_boxes_n; i++)
            pc_boxes_x[i] *= 2;
}
    });
}
    std::printf("%g %g\n", x[0], y[1]);
    return 0;
}
