// Outside the region the chain is what it always was.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, other = {100};
    struct sim store = {&atoms}, *sim = &store;

    sim->atoms->n += 1;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 10;
sim->atoms->n = pc_atoms_n; }
    sim->atoms->n += 1;
    sim->atoms = &other;
    sim->atoms->n += 1;
    printf("%d %d\n", atoms.n, other.n);
    return 0;
}
