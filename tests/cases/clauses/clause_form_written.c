// also: openacc
// A scalar that the construct changes gets its data clause and is written back.
#include <stdio.h>

struct atoms { int n, last; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 0, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc serial pointerchain(sim->atoms->n, sim->atoms->last, sim->atoms->r) copyin(sim->atoms->r[0:sim->atoms->n])
    {
        for (int i = 0; i < sim->atoms->n; i++)
            sim->atoms->last += sim->atoms->r[i];
    }
    printf("%d\n", sim->atoms->last);
    return 0;
}
