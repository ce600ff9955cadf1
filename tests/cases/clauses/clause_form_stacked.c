// also: openmp
// Pragmas on pragmas: the construct of the first is the second's construct.
#include <stdio.h>

struct atoms { int n; int *r; int total; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma omp parallel pointerchain(sim->atoms->n, sim->atoms->r)
#pragma omp for
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += 1;
#pragma omp parallel num_threads(1)
#pragma omp single pointerchain(sim->atoms->r)
    {
        sim->atoms->r[0] += 100;
    }
    printf("%d %d\n", r[0], r[3]);
    return 0;
}
