// also: openmp
#include <stdio.h>

struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 100};
    struct sim store = {&atoms}, *sim = &store;
#pragma omp target teams distribute parallel for pointerchain(sim->atoms->n, sim->atoms->r, sim->atoms->energy) map(to: sim->atoms->r[0:4]) reduction(+:sim->atoms->energy)
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->energy += sim->atoms->r[i];
    printf("%g\n", sim->atoms->energy);
    return 0;
}
