// also: openmp
// With default(none) every variable must be listed: the locals too.
#include <stdio.h>

struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 0};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double pc_atoms_energy = sim->atoms->energy; double *pc_atoms_r = sim->atoms->r;
#pragma omp parallel for default(none) shared(sim) reduction(+:pc_atoms_energy) shared(pc_atoms_n) shared(pc_atoms_r)
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_energy += pc_atoms_r[i];
sim->atoms->energy = pc_atoms_energy; }
    printf("%g\n", atoms.energy);
    return 0;
}
