// also: openmp
// _Pragma inside the region, its text rewritten inside the quotes; a macro's pragma that names no chain.
#include <stdio.h>

#define PARALLEL_FOR _Pragma("omp parallel for") for
struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[3] = {1, 2, 3};
    struct atoms atoms = {3, r, 0};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double pc_atoms_energy = sim->atoms->energy; double *pc_atoms_r = sim->atoms->r;
    _Pragma("omp parallel for reduction(+:pc_atoms_energy) if(pc_atoms_n > 1)")
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_energy += pc_atoms_r[i];
    PARALLEL_FOR (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += 1;
sim->atoms->energy = pc_atoms_energy; }
    printf("%g %g\n", atoms.energy, r[2]);
    return 0;
}
