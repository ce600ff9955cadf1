// also: openmp
// With default(none) every variable must be listed: the locals too.
#include <stdio.h>

struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r, sim->atoms->energy)
#pragma omp parallel for default(none) shared(sim) reduction(+:sim->atoms->energy)
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->energy += sim->atoms->r[i];
#pragma pointerchain region end
    printf("%g\n", atoms.energy);
    return 0;
}
