// The hoisted scalar is a loop's variable, and the loop is left by return.
#include <stdio.h>

struct atoms { int i; int *r; };
struct sim { struct atoms *atoms; };

static int find(struct sim *sim, int v)
{
#pragma pointerchain region begin declare(sim->atoms->i, sim->atoms->r)
    for (sim->atoms->i = 0; sim->atoms->i < 4; ++sim->atoms->i)
        if (sim->atoms->r[sim->atoms->i] == v)
            return sim->atoms->i;
#pragma pointerchain region end
    return -1;
}

int main(void)
{
    int r[4] = {4, 3, 2, 1};
    struct atoms atoms = {77, r};
    struct sim sim = {&atoms};
    int a = find(&sim, 2);
    printf("%d %d\n", a, atoms.i);
    a = find(&sim, 9);
    printf("%d %d\n", a, atoms.i);
    return 0;
}
