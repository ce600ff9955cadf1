// A goto that leaves two regions writes back what both change; one that leaves the inner, what that changes.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int how)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    {
#pragma pointerchain region begin declare(sim->atoms->m)
        sim->atoms->m += sim->atoms->n;
        if (how == 1) goto out;
        if (how == 2) goto inner;
        sim->atoms->m += 10;
#pragma pointerchain region end
    }
inner:
    sim->atoms->n += 100;
    if (how == 3) goto out;
    sim->atoms->n += 1000;
#pragma pointerchain region end
out:
    return sim->atoms->n * 10000 + sim->atoms->m;
}

int main(void)
{
    for (int how = 0; how < 4; how++) {
        struct atoms atoms = {how, 1};
        struct sim sim = {&atoms};
        printf("%d\n", run(&sim, how));
    }
    return 0;
}
