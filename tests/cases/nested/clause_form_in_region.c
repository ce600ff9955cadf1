// expects: same output
// A clause's chain inside a construct's region begins with the outer region's chain.
// also: openacc
#include <stdio.h>

struct box { double *x; int n; };
struct grid { struct box *boxes; };

int main(void)
{
    double x[2] = {1, 2}, y[2] = {3, 4};
    struct box boxes[2] = {{x, 2}, {y, 2}};
    struct grid store = {boxes}, *g = &store;
#pragma acc parallel loop pointerchain(g->boxes)
    for (int b = 0; b < 2; b++) {
#pragma acc loop seq pointerchain(g->boxes[b].x, g->boxes[b].n)
        for (int i = 0; i < g->boxes[b].n; i++)
            g->boxes[b].x[i] *= 2;
    }
    printf("%g %g\n", x[0], y[1]);
    return 0;
}
