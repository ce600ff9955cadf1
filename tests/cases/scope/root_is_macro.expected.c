// The root is an object that a macro names; both directive and uses are spelled by it.
#include <stdio.h>

#define sim (&store)
#define other renamed
struct atoms { int n; };
struct box { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, more = {5};
    struct box store = {&atoms}, second = {&more}, *other = &second;
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_n_2 = other->atoms->n; // expected-note{{declared here}}
    pc_atoms_n += 1;
    pc_atoms_n_2 += 1; // expected-warning[aliased-write]{{'other->atoms->n' writes member 'n' of chain 'sim->atoms->n' by another path}}
sim->atoms->n = pc_atoms_n; other->atoms->n = pc_atoms_n_2; }
    printf("%d %d\n", atoms.n, renamed->atoms->n);
    return 0;
}
