// also: openmp
#include <stdio.h>

struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 100};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r, sim->atoms->energy)
#pragma omp target teams distribute parallel for reduction(+:sim->atoms->energy) map(to: sim->atoms->r[0:4])
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->energy += sim->atoms->r[i];
#pragma pointerchain region end
    printf("%g\n", atoms.energy);
    return 0;
}
