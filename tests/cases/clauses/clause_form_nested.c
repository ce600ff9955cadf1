// also: openacc
// A clause form inside a region, and one inside another's construct.
#include <stdio.h>

struct atoms { int n; double *r; int steps; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->steps)
#pragma acc data copy(sim->atoms->r[0:4]) pointerchain(sim->atoms->r)
    {
#pragma acc parallel loop present(sim->atoms->r[0:4]) pointerchain(sim->atoms->n)
        for (int i = 0; i < sim->atoms->n; i++)
            sim->atoms->r[i] *= 2;
        sim->atoms->steps += 1;
    }
#pragma pointerchain region end
    printf("%g %g %d\n", r[0], r[3], atoms.steps);
    return 0;
}
