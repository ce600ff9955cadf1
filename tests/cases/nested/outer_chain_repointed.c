// expects: same output
// The outer region re-points its chain, which nothing else uses: the inner chain goes through the outer local.
#include <stdio.h>

struct box { double *x; int n; };
struct grid { struct box *boxes; };

int main(void)
{
    double x[2] = {1, 2}, y[2] = {3, 4};
    struct box first[2] = {{x, 2}, {x, 1}}, second[2] = {{y, 2}, {y, 1}};
    struct grid store = {first}, *g = &store;
#pragma pointerchain region begin declare(g->boxes)
    g->boxes = second;
    for (int b = 0; b < 2; b++) {
#pragma pointerchain region begin declare(g->boxes[b].x, g->boxes[b].n)
        for (int i = 0; i < g->boxes[b].n; i++)
            g->boxes[b].x[i] *= 2;
#pragma pointerchain region end
    }
#pragma pointerchain region end
    printf("%g %g %g %d\n", x[0], y[0], y[1], g->boxes == second);
    return 0;
}
