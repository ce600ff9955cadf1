// What is assigned only looks like a prefix.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; struct atoms *more; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {1, r}, others = {2, r};
    struct sim store = {&atoms, &others}, another = {&others, &others}, *sim = &store, *other = &another;
#pragma pointerchain region begin declare(sim->atoms->r, sim->atoms->n)
    sim->atoms->n += 1;
    sim->more = &atoms;
    other = &store;
    {
        struct sim *sim = &another;
        sim->more = NULL;
        sim = NULL;
        if (sim)
            sim->more = &others;
    }
    r[0] += sim->atoms->r[1];
    sim->atoms->r = r + 1;
    sim->atoms->r[0] += other == &store;
#pragma pointerchain region end
    printf("%d %d %d %d\n", atoms.n, r[0], r[1], (int)(atoms.r - r));
    return 0;
}
