// also: openacc
// Directives that stand alone: the directive's own text is the region.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc enter data copyin(sim->atoms->r[0:sim->atoms->n]) pointerchain(sim->atoms->r, sim->atoms->n)
#pragma acc parallel loop present(sim->atoms->r[0:4]) pointerchain(sim->atoms->r)
    for (int i = 0; i < 4; i++)
        sim->atoms->r[i] *= 2;
#pragma acc update self(sim->atoms->r[0:sim->atoms->n]) pointerchain(sim->atoms->r, sim->atoms->n)
#pragma acc exit data copyout(sim->atoms->r[0:4]) pointerchain(sim->atoms->r)
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
