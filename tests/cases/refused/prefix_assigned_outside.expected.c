// Before and after the region a prefix is free.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, others = {20};
    struct sim store = {&atoms}, *sim = &store;

    sim->atoms = &others;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    sim->atoms = &atoms;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", atoms.n, others.n);
    return 0;
}
