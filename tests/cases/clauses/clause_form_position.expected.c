// also: openacc
// The clause may stand anywhere among the others, before or after what names the chain.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
{ double *pc_atoms_r = sim->atoms->r; _Pragma("acc parallel loop copy(pc_atoms_r[0:4]), num_gangs(2)")
    for (int i = 0; i < 4; i++)
        pc_atoms_r[i] *= 2; }
{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r; _Pragma("acc parallel loop copy(pc_atoms_r[0:4]) num_gangs(2)")



    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += 1; }
{ double *pc_atoms_r = sim->atoms->r; _Pragma("acc parallel loop copy(pc_atoms_r[0:4])")
    for (int i = 0; i < 4; i++)
        pc_atoms_r[i] += 1; }
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
