// The changed member is read through another pointer before it is written back.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2}, others = {3};
    struct sim store = {&atoms}, *sim = &store;
    struct atoms *a = &others;
    int total = 0;
{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}}
    pc_atoms_n = 9;
    total += a->n; // expected-warning[aliased-read]:14{{'a->n' reads member 'n' of chain 'sim->atoms->n' by another path while the region changes it}}
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", total, atoms.n);
    return 0;
}
