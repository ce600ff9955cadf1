// A region inside a region declares the same chain: the inner changes are seen outside.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n)
#pragma pointerchain region begin
    sim->atoms->n -= 1;
    for (int i = 0; i < sim->atoms->n; i++) {
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r)
        sim->atoms->r[i] += sim->atoms->n;
        if (i == 0)
            sim->atoms->n -= 1;
#pragma pointerchain region end
    }
    printf("%d\n", sim->atoms->n);
#pragma pointerchain region end
    printf("%d %d %d %d %d\n", atoms.n, r[0], r[1], r[2], r[3]);
    return 0;
}
