// Inner and outer regions of their own; both write back when the inner one returns.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int limit)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    {
#pragma pointerchain region begin declare(sim->atoms->m)
        sim->atoms->m += 10;
        if (sim->atoms->m > limit)
            return sim->atoms->m + sim->atoms->n;
#pragma pointerchain region end
    }
    sim->atoms->n += 100;
#pragma pointerchain region end
    return -1;
}

int main(void)
{
    struct atoms atoms = {1, 1};
    struct sim sim = {&atoms};
    int a = run(&sim, 5), b = run(&sim, 50);
    printf("%d %d %d %d\n", a, b, atoms.n, atoms.m);
    return 0;
}
