// also: openmp
// An atomic update inside a parallel loop of the region changes the local, which is shared.
#include <stdio.h>

struct atoms { int n, hits; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {100, 0};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_hits = sim->atoms->hits;
#pragma omp parallel for
    for (int i = 0; i < pc_atoms_n; i++) {
        if (i % 3 == 0) {
#pragma omp atomic
            pc_atoms_hits += 1;
        }
    }
sim->atoms->hits = pc_atoms_hits; }
    printf("%d\n", atoms.hits);
    return 0;
}
