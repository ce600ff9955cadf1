// The condensed form's chain is not used either.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2, 3};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_m = sim->atoms->m; // expected-warning[unused-declare]{{'sim->atoms->n' is not used in any region}}
    pc_atoms_m += 1;
sim->atoms->m = pc_atoms_m; }
    printf("%d %d\n", sim->atoms->n, atoms.m);
    return 0;
}
