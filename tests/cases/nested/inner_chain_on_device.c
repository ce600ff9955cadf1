// expects: same output
// An inner chain that begins with an outer region's chain, in a compute construct: it is evaluated through the outer local.
// also: openacc
#include <stdio.h>

struct box { double *x; int n; };
struct grid { struct box *boxes; };

int main(void)
{
    double x[2] = {1, 2}, y[2] = {3, 4};
    struct box boxes[2] = {{x, 2}, {y, 2}};
    struct grid store = {boxes}, *g = &store;
#pragma pointerchain region begin declare(g->boxes)
#pragma acc parallel loop
    for (int b = 0; b < 2; b++) {
#pragma pointerchain region begin declare(g->boxes[b].x, g->boxes[b].n)
        for (int i = 0; i < g->boxes[b].n; i++)
            g->boxes[b].x[i] *= 2;
#pragma pointerchain region end
    }
#pragma pointerchain region end
    printf("%g %g\n", x[0], y[1]);
    return 0;
}
