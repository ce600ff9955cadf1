// args: -fno-strict-aliasing
// Where types tell no objects apart, a store of any type may be to the chain's value.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    float other = 0, *real = (float *)&sim->atoms->n;
    real = &other;
{ int pc_atoms_n = sim->atoms->n; // expected-note{{here}}
    *real = 3; // expected-warning[aliased-write]{{'*real' writes member 'n' of chain 'sim->atoms->n' by another path}}
    other += pc_atoms_n;
}
    printf("%g\n", other);
    return 0;
}
