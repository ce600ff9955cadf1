// also: openmp
#include <stdio.h>

struct atoms { int n, total, seen; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4}, order = 0;
    struct atoms atoms = {4, 0, 0, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r, sim->atoms->total, sim->atoms->seen)
#pragma omp parallel for reduction(+:order)
    for (int i = 0; i < sim->atoms->n; i++) {
        int mine;
#pragma omp critical
        sim->atoms->total += sim->atoms->r[i];
#pragma omp atomic capture
        mine = sim->atoms->seen++;
        order += mine;
    }
#pragma pointerchain region end
    printf("%d %d %d\n", atoms.total, atoms.seen, order);
    return 0;
}
