// 2019: with two regions under one declare the first one's write-back came twice.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3}, other = {50};
    struct sim store = {&atoms}, *sim = &store;

{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    sim->atoms = &other;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", atoms.n, other.n);
    return 0;
}
