// A declare ends with its block; the second block's region does not see it.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 2};
    struct sim store = {&atoms}, *sim = &store;
    {
#pragma pointerchain declare(sim->atoms->n)
#pragma pointerchain region begin
        sim->atoms->n += 1;
#pragma pointerchain region end
    }
    {
#pragma pointerchain region begin declare(sim->atoms->m)
        struct atoms other = {100, 200};
        sim->atoms->m += 1;
        sim->atoms->n += other.n;
        printf("%d\n", sim->atoms->n);
#pragma pointerchain region end
    }
    printf("%d %d\n", atoms.n, atoms.m);
    return 0;
}
