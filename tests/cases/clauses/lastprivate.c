// also: openmp
// lastprivate and linear clauses write.
#include <stdio.h>

struct atoms { int n, last; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 0, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r, sim->atoms->last)
#pragma omp parallel for lastprivate(sim->atoms->last)
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->last = sim->atoms->r[i];
#pragma pointerchain region end
    printf("%d\n", atoms.last);
    return 0;
}
