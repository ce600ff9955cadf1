// also: openacc
// On a compound statement: the data region.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc data copy(sim->atoms->r[0:sim->atoms->n]) pointerchain(sim->atoms->n, sim->atoms->r{double*:restrict})
    {
        for (int step = 0; step < 2; step++) {
#pragma acc parallel loop present(sim->atoms->r)
            for (int i = 0; i < sim->atoms->n; i++)
                sim->atoms->r[i] *= 2;
        }
    }
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
