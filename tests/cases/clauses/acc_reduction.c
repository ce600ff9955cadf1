// also: openacc
// A reduction is a change: the scalar is written back.
#include <stdio.h>

struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 100};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r{double*:restrict}, sim->atoms->energy{double})
#pragma acc parallel loop reduction(+:sim->atoms->energy) copyin(sim->atoms->r[0:4])
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->energy += sim->atoms->r[i];
#pragma pointerchain region end
    printf("%g\n", atoms.energy);
    return 0;
}
