// also: openacc
// A clause that writes is a change, though the construct is the only one to say so.
#include <stdio.h>

struct atoms { int n, last; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 0, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r, sim->atoms->last)
#pragma acc serial copyin(sim->atoms->r[0:sim->atoms->n]) copyout(sim->atoms->last)
    {
        sim->atoms->last = sim->atoms->r[sim->atoms->n - 1];
    }
#pragma pointerchain region end
    printf("%d\n", atoms.last);
    return 0;
}
