// A link's member is written through another object of its type.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2}, others = {3};
    struct sim store = {&atoms}, second = {&others}, *sim = &store, *q = &second;
    int total = 0;
{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}}
    total += pc_atoms_n;
    q->atoms = NULL; // expected-warning[aliased-write]{{'q->atoms' writes member 'atoms' of chain 'sim->atoms->n' by another path}}
    total += pc_atoms_n;
}
    printf("%d\n", total);
    return 0;
}
