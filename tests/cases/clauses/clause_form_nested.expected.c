// also: openacc
// A clause form inside a region, and one inside another's construct.
#include <stdio.h>

struct atoms { int n; double *r; int steps; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 0};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_steps = sim->atoms->steps;
{ double *pc_atoms_r = sim->atoms->r; _Pragma("acc data copy(pc_atoms_r[0:4])")
    {
{ int pc_atoms_n = sim->atoms->n; _Pragma("acc parallel loop present(pc_atoms_r[0:4])")
        for (int i = 0; i < pc_atoms_n; i++)
            pc_atoms_r[i] *= 2; }
        pc_atoms_steps += 1;
    } }
sim->atoms->steps = pc_atoms_steps; }
    printf("%g %g %d\n", r[0], r[3], atoms.steps);
    return 0;
}
