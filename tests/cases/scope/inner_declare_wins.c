// An inner declare of the same chain, with another type spelling, is the one that its block's regions use.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{int*})
    {
#pragma pointerchain declare(sim->atoms->r{int*:restrict})
#pragma pointerchain region begin
        sim->atoms->r[0] += 5;
#pragma pointerchain region end
    }
#pragma pointerchain region begin
    sim->atoms->r[1] += 7;
#pragma pointerchain region end
    printf("%d %d\n", r[0], r[1]);
    return 0;
}
