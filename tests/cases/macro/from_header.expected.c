// The macro's body stands in a header.
#include <stdio.h>
#include "../directive/with_regions.h"

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
    grow(sim);
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
