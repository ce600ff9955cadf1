// One warning for each chain of a list that no region uses.
#include <stdio.h>

struct atoms { int n, m, k; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2, 3, 4};
    struct sim store = {&atoms}, *sim = &store;
 // expected-warning[unused-declare]:30{{'sim->atoms->n'}} expected-warning[unused-declare]:60{{'sim->atoms->k'}}
{ int pc_atoms_m = sim->atoms->m;
    pc_atoms_m += 1;
sim->atoms->m = pc_atoms_m; }
    printf("%d %d %d\n", sim->atoms->n, atoms.m, atoms.k);
    return 0;
}
