// A label or a case stands right before a region whose names are used after it.
// also: c++
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim)
{
    int rounds = 0;
again:
#pragma pointerchain region begin declare(sim->atoms->n)
    rounds++;
    int last;
    last = sim->atoms->n;
    sim->atoms->n += 1;
#pragma pointerchain region end
    if (last < 3)
        goto again;
    return rounds * 100 + last;
}

static int pick(struct sim *sim, int which)
{
    switch (which) {
    case 1:
#pragma pointerchain region begin declare(sim->atoms->n)
        sim->atoms->n += 1;
        which += sim->atoms->n;
#pragma pointerchain region end
        return which;
    default:
        break;
    }
    return 0;
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    int a = run(&sim), b = pick(&sim, 1);
    printf("%d %d %d\n", a, b, atoms.n);
    return 0;
}
