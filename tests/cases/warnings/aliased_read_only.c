// Two paths that both only read may run side by side.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    struct atoms *a = sim->atoms;
    int total = 0;
#pragma pointerchain region begin declare(sim->atoms->n)
    total += a->n;
    total += sim->atoms->n;
#pragma pointerchain region end
    printf("%d\n", total);
    return 0;
}
