// also: openmp
// A region inside a parallel construct that only reads its scalars.
#include <stdio.h>

struct atoms { int n, shift; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 10, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma omp parallel for
    for (int i = 0; i < 4; i++) {
{ int *pc_atoms_r = sim->atoms->r; int pc_atoms_shift = sim->atoms->shift;
        pc_atoms_r[i] += pc_atoms_shift;
}
    }
    printf("%d %d\n", r[0], r[3]);
    return 0;
}
