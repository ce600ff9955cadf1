// The returned expression is evaluated before the write-back, and may change the chain itself.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };
static struct atoms atoms;

static int look(int a) { return 1000 * atoms.n + a; }

static int run(struct sim *sim, int which)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    if (which == 0)
        return sim->atoms->n++;
    if (which == 1)
        return (sim->atoms->n += 5, sim->atoms->n * 2);
    if (which == 2) { return sim->atoms->n = 7; }
    else if (which == 3) return which + (sim->atoms->n *= 2);
    return 42;
#pragma pointerchain region end
}

int main(void)
{
    struct sim sim = {&atoms};
    for (int which = 0; which < 5; which++) {
        atoms.n = 10;
        int result = run(&sim, which);
        printf("%d %d\n", result, look(0));
    }
    return 0;
}
