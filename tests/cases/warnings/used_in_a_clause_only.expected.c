// also: openacc
// A chain that only a pragma's text uses is used.
#include <stdio.h>

struct atoms { int n, gangs; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {2, 1, r};
    struct sim store = {&atoms}, *sim = &store;
    double *mine = r;
{ int pc_atoms_gangs = sim->atoms->gangs; int pc_atoms_n = sim->atoms->n; (void)pc_atoms_gangs; (void)pc_atoms_n;
#pragma acc parallel loop num_gangs(pc_atoms_gangs) copy(mine[0:pc_atoms_n])
    for (int i = 0; i < 2; i++)
        mine[i] += 1;
}
    mine[0] += sim != NULL;
    printf("%g %g\n", r[0], r[1]);
    return 0;
}
