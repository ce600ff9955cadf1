// args: -DNARROW -std=c99
// What is active depends on the arguments.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#ifdef NARROW
{ struct atoms *pc_atoms = sim->atoms;
#else
#pragma pointerchain region begin declare(sim->atoms->n)
#endif
    pc_atoms->n += 1;
}
    printf("%d\n", atoms.n);
    return 0;
}
