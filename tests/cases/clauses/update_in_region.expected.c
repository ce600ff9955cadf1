// also: openacc
// Standalone directives in a region; 'update self' writes host memory, the array, not the pointer.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r;
#pragma acc enter data copyin(pc_atoms_r[:pc_atoms_n])
#pragma acc parallel loop present(pc_atoms_r[0:pc_atoms_n])
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] *= 2;
#pragma acc update self(pc_atoms_r[0 : pc_atoms_n])
#pragma acc exit data delete(pc_atoms_r[0:pc_atoms_n])
}
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
