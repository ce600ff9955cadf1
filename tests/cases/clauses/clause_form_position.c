// also: openacc
// The clause may stand anywhere among the others, before or after what names the chain.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc parallel loop copy(sim->atoms->r[0:4]), pointerchain(sim->atoms->r), num_gangs(2)
    for (int i = 0; i < 4; i++)
        sim->atoms->r[i] *= 2;
#pragma acc parallel loop copy(sim->atoms->r[0:4]) \
    pointerchain(sim->atoms->r, \
                 sim->atoms->n) \
    num_gangs(2)
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += 1;
#pragma acc parallel loop pointerchain ( sim->atoms->r ) copy(sim->atoms->r[0:4])
    for (int i = 0; i < 4; i++)
        sim->atoms->r[i] += 1;
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
