// also: openacc
// The clause form: the region is the construct.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc parallel loop pointerchain(sim->atoms->r{double*:restrict}, sim->atoms->n) copy(sim->atoms->r[0:sim->atoms->n])
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] *= 2;
    sim->atoms->n = 1;
    printf("%g %g %d\n", r[0], r[3], atoms.n);
    return 0;
}
