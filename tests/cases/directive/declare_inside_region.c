// A declare inside a region is for the regions that follow it, not for the one around it.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    {
#pragma pointerchain declare(sim->atoms->m)
#pragma pointerchain region begin
        sim->atoms->m += sim->atoms->n;
#pragma pointerchain region end
    }
#pragma pointerchain region end
    printf("%d %d\n", atoms.n, atoms.m);
    return 0;
}
