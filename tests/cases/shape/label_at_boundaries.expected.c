// Labels right before the beginning and right behind the end are outside.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0};
    struct sim store = {&atoms}, *sim = &store;
    if (atoms.n > 5)
        goto after;
before:
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    if (pc_atoms_n == 2)
        { sim->atoms->n = pc_atoms_n; goto before; }
sim->atoms->n = pc_atoms_n; }
after:
    if (atoms.n < 5)
        goto before;
    printf("%d\n", atoms.n);
    return 0;
}
