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
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_last = sim->atoms->last; int *pc_atoms_r = sim->atoms->r;
#pragma omp parallel for lastprivate(pc_atoms_last)
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_last = pc_atoms_r[i];
sim->atoms->last = pc_atoms_last; }
    printf("%d\n", atoms.last);
    return 0;
}
