// also: openacc
// The clause form: the region is the construct.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double *__restrict pc_atoms_r = sim->atoms->r; _Pragma("acc parallel loop copy(pc_atoms_r[0:pc_atoms_n])")
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] *= 2; }
    sim->atoms->n = 1;
    printf("%g %g %d\n", r[0], r[3], atoms.n);
    return 0;
}
