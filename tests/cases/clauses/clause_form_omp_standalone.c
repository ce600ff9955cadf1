// also: openmp
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma omp target enter data map(to: sim->atoms->r[0:sim->atoms->n]) pointerchain(sim->atoms->r, sim->atoms->n)
#pragma omp target pointerchain(sim->atoms->r{double*:restrict}, sim->atoms->n) map(sim->atoms->r[0:sim->atoms->n])
    {
        for (int i = 0; i < sim->atoms->n; i++)
            sim->atoms->r[i] *= 2;
    }
#pragma omp target update from(sim->atoms->r[0:sim->atoms->n]) pointerchain(sim->atoms->r, sim->atoms->n)
#pragma omp target exit data map(from: sim->atoms->r[0:sim->atoms->n]) pointerchain(sim->atoms->r, sim->atoms->n)
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
