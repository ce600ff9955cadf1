// also: openmp
#include <stdio.h>

struct atoms { int n, total, seen; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4}, order = 0;
    struct atoms atoms = {4, 0, 0, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_total = sim->atoms->total; int *pc_atoms_r = sim->atoms->r; int pc_atoms_seen = sim->atoms->seen;
#pragma omp parallel for reduction(+:order)
    for (int i = 0; i < pc_atoms_n; i++) {
        int mine;
#pragma omp critical
        pc_atoms_total += pc_atoms_r[i];
#pragma omp atomic capture
        mine = pc_atoms_seen++;
        order += mine;
    }
sim->atoms->total = pc_atoms_total; sim->atoms->seen = pc_atoms_seen; }
    printf("%d %d %d\n", atoms.total, atoms.seen, order);
    return 0;
}
