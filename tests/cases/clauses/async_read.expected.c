// also: openacc
// An asynchronous construct that only reads scalars is fine.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r;
#pragma acc parallel loop async(pc_atoms_n) copy(pc_atoms_r[0:pc_atoms_n])
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += 1;
#pragma acc wait(pc_atoms_n)
}
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
