// The region is never left by its end.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    for (;;) {
        if (++sim->atoms->n > 10)
            return sim->atoms->n * 2;
    }
#pragma pointerchain region end
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    int a = run(&sim);
    printf("%d %d\n", a, atoms.n);
    return 0;
}
