// A macro whose body holds the chain is free outside the region, and free of other roots inside it.
#include <stdio.h>

#define COUNT sim->atoms->n
#define COUNT_OF(s) ((s)->atoms->n)
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5}, others = {50};
    struct sim store = {&atoms}, *sim = &store, other = {&others};
    COUNT = 6;
{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}}
    pc_atoms_n += COUNT_OF(&other); // expected-warning[aliased-read]{{COUNT_OF(&other)}}
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", COUNT);
    return 0;
}
