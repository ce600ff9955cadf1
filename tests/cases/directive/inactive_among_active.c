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
#pragma pointerchain region begin declare(sim->atoms->n)
#endif
    sim->atoms->n += 1;
#ifdef NARROW
    sim->atoms->n += 1000;
#endif
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
