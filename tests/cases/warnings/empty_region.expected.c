// A region that sees no declare does nothing, be it for a declare in another block or behind it.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    if (sim) {
 // expected-warning[unused-declare]{{'sim->atoms->n'}}
    }
 // expected-warning[empty-region]{{no declare is visible where the region begins}}
    sim->atoms->n += 1;

{ int pc_atoms_n = sim->atoms->n;

    pc_atoms_n += 1;

sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
