// also: openmp
// An atomic update inside a parallel loop of the region changes the local, which is shared.
#include <stdio.h>

struct atoms { int n, hits; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {100, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->hits)
#pragma omp parallel for
    for (int i = 0; i < sim->atoms->n; i++) {
        if (i % 3 == 0) {
#pragma omp atomic
            sim->atoms->hits += 1;
        }
    }
#pragma pointerchain region end
    printf("%d\n", atoms.hits);
    return 0;
}
