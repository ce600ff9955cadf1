// also: openmp
// _Pragma inside the region, its text rewritten inside the quotes; a macro's pragma that names no chain.
#include <stdio.h>

#define PARALLEL_FOR _Pragma("omp parallel for") for
struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[3] = {1, 2, 3};
    struct atoms atoms = {3, r, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->energy, sim->atoms->n, sim->atoms->r)
    _Pragma("omp parallel for reduction(+:sim->atoms->energy) if(sim->atoms->n > 1)")
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->energy += sim->atoms->r[i];
    PARALLEL_FOR (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += 1;
#pragma pointerchain region end
    printf("%g %g\n", atoms.energy, r[2]);
    return 0;
}
