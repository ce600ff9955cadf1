// The region tests a link before it uses the chain; the local is made before the test.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}}
    if (sim->atoms) // expected-warning[guarded-chain]{{the region tests 'sim->atoms' before it uses chain 'sim->atoms->n'}}
        pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
