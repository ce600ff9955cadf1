// A scalar that is changed on one path only is written back on all, with what it held.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int a)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    if (a > 5)
        sim->atoms->n = a;
    else if (a < 0)
        return -1;
#pragma pointerchain region end
    return sim->atoms->n;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    int a = run(&sim, 1), b = run(&sim, -1), c = run(&sim, 7);
    printf("%d %d %d %d\n", a, b, c, atoms.n);
    return 0;
}
