// also: openacc
// A written scalar that no clause of the construct names gets one.
#include <stdio.h>

struct atoms { int n, steps; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 0, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_steps = sim->atoms->steps; int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r;
#pragma acc parallel num_gangs(1) num_workers(1) vector_length(1) copy(pc_atoms_r[0:pc_atoms_n]) copy(pc_atoms_steps)
    {
        pc_atoms_steps += 1;
#pragma acc loop seq
        for (int i = 0; i < pc_atoms_n; i++)
            pc_atoms_r[i] += 1;
    }
#pragma acc serial copy(pc_atoms_steps)
    {
        pc_atoms_steps += 10;
    }
sim->atoms->steps = pc_atoms_steps; }
    printf("%d %g %g\n", atoms.steps, r[0], r[3]);
    return 0;
}
