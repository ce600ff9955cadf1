// Active and inactive directives for the same region; only the active ones count.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#ifdef NARROW
#pragma pointerchain region begin declare(sim->atoms)
#else
{ int pc_atoms_n = sim->atoms->n;
#endif
    pc_atoms_n += 1;
#ifdef NARROW
    sim->atoms->n += 1000;
#endif
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
