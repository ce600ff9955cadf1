// Labels right before the beginning and right behind the end are outside.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0};
    struct sim store = {&atoms}, *sim = &store;
    if (atoms.n > 5)
        goto after;
before:
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    if (sim->atoms->n == 2)
        goto before;
#pragma pointerchain region end
after:
    if (atoms.n < 5)
        goto before;
    printf("%d\n", atoms.n);
    return 0;
}
