// The same member is written through another pointer.
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
    total += pc_atoms_n;
    a->n = 9; // expected-warning[aliased-write]:5{{'a->n' writes member 'n' of chain 'sim->atoms->n' by another path}}
    total += pc_atoms_n;
}
    printf("%d\n", total);
    return 0;
}
