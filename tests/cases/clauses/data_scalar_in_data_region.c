// also: openacc
// A scalar in the data clause of the construct around, present in the inner one.
#include <stdio.h>

struct atoms { int n; int *r; int total; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 100};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r, sim->atoms->total)
#pragma acc data copyin(sim->atoms->r[0:sim->atoms->n]) copy(sim->atoms->total)
    {
#pragma acc serial present(sim->atoms->r[0:sim->atoms->n], sim->atoms->total)
        {
            for (int i = 0; i < sim->atoms->n; i++)
                sim->atoms->total += sim->atoms->r[i];
        }
#pragma acc parallel loop reduction(max:sim->atoms->total) present(sim->atoms->r[0:sim->atoms->n])
        for (int i = 0; i < sim->atoms->n; i++)
            sim->atoms->total = sim->atoms->r[i] > sim->atoms->total ? sim->atoms->r[i] : sim->atoms->total;
    }
#pragma pointerchain region end
    printf("%d\n", atoms.total);
    return 0;
}
