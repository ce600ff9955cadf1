// also: openacc
// On a compound statement: the data region.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double *__restrict pc_atoms_r = sim->atoms->r; _Pragma("acc data copy(pc_atoms_r[0:pc_atoms_n])")
    {
        for (int step = 0; step < 2; step++) {
#pragma acc parallel loop present(pc_atoms_r)
            for (int i = 0; i < pc_atoms_n; i++)
                pc_atoms_r[i] *= 2;
        }
    } }
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
