// A clause that merely contains the spelling of a chain.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };
struct owner { struct sim *sim; };

int main(void)
{
    double r[2] = {1, 2}, q[2] = {10, 20};
    struct atoms atoms = {2, r}, others = {2, q};
    struct sim store = {&atoms}, other = {&others}, *sim = &store;
    struct owner owner = {&other}, *o = &owner;
{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r;
#pragma acc parallel loop copy(o->sim->atoms->r[0:o->sim->atoms->n], pc_atoms_r[0:pc_atoms_n])
    for (int i = 0; i < pc_atoms_n; i++)
        o->sim->atoms->r[i] += pc_atoms_r[i];
}
    printf("%g %g %g\n", q[0], q[1], r[0]);
    return 0;
}
