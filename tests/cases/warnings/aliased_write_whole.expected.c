// The whole struct through another pointer, the object by its own name, and memset.
#include <stdio.h>
#include <string.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2}, others = {3};
    struct sim store = {&atoms}, *sim = &store;
    struct atoms *a = &others;
    int total = 0;
{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    total += pc_atoms_n;
    *a = (struct atoms){4}; // expected-warning[aliased-write]{{'sim->atoms->n' by another path}}
    others.n = 7; // expected-warning[aliased-write]{{'others.n' writes member 'n' of chain 'sim->atoms->n' by another path}}
    memset(sim->atoms, 0, 0); // expected-warning[aliased-call]{{sim->atoms}}
    total += pc_atoms_n;
}
    printf("%d %d\n", total, others.n);
    return 0;
}
