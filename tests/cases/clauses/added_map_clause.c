// also: openmp
#include <stdio.h>

struct atoms { int n, steps; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 0, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->steps, sim->atoms->r)
#pragma omp target map(tofrom: sim->atoms->r[0:sim->atoms->n])
    {
        sim->atoms->steps += 1;
        for (int i = 0; i < sim->atoms->n; i++)
            sim->atoms->r[i] += 1;
    }
#pragma omp target map(tofrom: sim->atoms->steps)
    sim->atoms->steps += 10;
#pragma pointerchain region end
    printf("%d %g %g\n", atoms.steps, r[0], r[3]);
    return 0;
}
