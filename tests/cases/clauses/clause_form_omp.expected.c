// also: openmp
#include <stdio.h>

struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 100};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double pc_atoms_energy = sim->atoms->energy; double *pc_atoms_r = sim->atoms->r; _Pragma("omp target teams distribute parallel for map(to: pc_atoms_r[0:4]) reduction(+:pc_atoms_energy)")
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_energy += pc_atoms_r[i]; ; sim->atoms->energy = pc_atoms_energy; }
    printf("%g\n", sim->atoms->energy);
    return 0;
}
