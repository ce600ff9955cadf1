// The region ends with a way out: nothing can follow it.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int by_return(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    return sim->atoms->n;
#pragma pointerchain region end
}

static void by_if(struct sim *sim, int a)
{
    for (;;) {
#pragma pointerchain region begin declare(sim->atoms->n)
        sim->atoms->n += 10;
        if (a)
            break;
        else
            return;
#pragma pointerchain region end
    }
    sim->atoms->n += 100;
}

static int by_goto(struct sim *sim)
{
    int rounds = 0;
again:
    if (rounds++ < 2) {
#pragma pointerchain region begin declare(sim->atoms->n)
        sim->atoms->n += 1000;
        goto again;
#pragma pointerchain region end
    }
    return rounds;
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    int a = by_return(&sim);
    by_if(&sim, 0);
    by_if(&sim, 1);
    int b = by_goto(&sim);
    printf("%d %d %d\n", a, b, atoms.n);
    return 0;
}
