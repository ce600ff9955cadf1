// also: openacc
// A written scalar that no clause of the construct names gets one.
#include <stdio.h>

struct atoms { int n, steps; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 0, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->steps, sim->atoms->r)
#pragma acc parallel num_gangs(1) num_workers(1) vector_length(1) copy(sim->atoms->r[0:sim->atoms->n])
    {
        sim->atoms->steps += 1;
#pragma acc loop seq
        for (int i = 0; i < sim->atoms->n; i++)
            sim->atoms->r[i] += 1;
    }
#pragma acc serial
    {
        sim->atoms->steps += 10;
    }
#pragma pointerchain region end
    printf("%d %g %g\n", atoms.steps, r[0], r[3]);
    return 0;
}
