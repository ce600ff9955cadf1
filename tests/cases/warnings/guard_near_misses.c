// A test outside the region, of the chain's own value, of another pointer, or after the use, is no guard;
// nor is a comparison of two pointers.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; struct atoms *more; };

int main(void)
{
    int r[1] = {7};
    struct atoms atoms = {5, r}, other = {6, r};
    struct sim store = {&atoms, NULL}, *sim = &store;
    if (sim && sim->atoms) {
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r)
        if (sim->atoms->r)
            sim->atoms->r[0] += 1;
        if (sim->more)
            sim->atoms->n = 0;
        if (sim->atoms->n)
            sim->atoms->n += 1;
        if (sim->atoms != &other)
            sim->atoms->n += 2;
#pragma pointerchain region end
    }
    printf("%d %d\n", atoms.n, r[0]);
    return 0;
}
