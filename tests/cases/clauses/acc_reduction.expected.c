// also: openacc
// A reduction is a change: the scalar is written back.
#include <stdio.h>

struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 100};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double pc_atoms_energy = sim->atoms->energy; double *__restrict pc_atoms_r = sim->atoms->r;
#pragma acc parallel loop reduction(+:pc_atoms_energy) copyin(pc_atoms_r[0:4])
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_energy += pc_atoms_r[i];
sim->atoms->energy = pc_atoms_energy; }
    printf("%g\n", atoms.energy);
    return 0;
}
