// A label stands before the way out.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int a)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    if (a)
        goto out;
    sim->atoms->n += 10;
    switch (sim->atoms->n) {
    case 11: return 1;
    default:
out:
        return 2;
    }
#pragma pointerchain region end
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    int a = run(&sim, 0), b = run(&sim, 1);
    printf("%d %d %d\n", a, b, atoms.n);
    return 0;
}
