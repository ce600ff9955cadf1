// 2019: where the region ended a function, the write-back stood outside of it.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static void grow(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n *= 2;
sim->atoms->n = pc_atoms_n; }
}

int main(void)
{
    struct atoms atoms = {3};
    struct sim sim = {&atoms};
    grow(&sim);
    printf("%d\n", atoms.n);
    return 0;
}
