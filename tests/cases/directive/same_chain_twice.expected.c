// Two spellings of one chain in one list are one chain.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = (*sim).atoms->n; // expected-warning[unused-declare]:43{{'sim->atoms->n' is not used in any region}}
    pc_atoms_n += 1;
    pc_atoms_n += 10;
(*sim).atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
