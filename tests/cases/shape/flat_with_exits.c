// Names used after the region, and ways out of it, in one.
// also: c++
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int a)
{
    for (int i = 0; i < 4; i++) {
#pragma pointerchain region begin declare(sim->atoms->n)
        int before = sim->atoms->n;
        sim->atoms->n += i;
        if (i == a)
            continue;
        if (sim->atoms->n > 20)
            return sim->atoms->n;
        sim->atoms->n += 10;
#pragma pointerchain region end
        sim->atoms->n += 1000 * before;
        sim->atoms->n %= 17;
    }
    return sim->atoms->n;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    for (int a = 0; a < 4; a++) {
        int x = run(&sim, a);
        printf("%d %d\n", x, atoms.n);
    }
    return 0;
}
