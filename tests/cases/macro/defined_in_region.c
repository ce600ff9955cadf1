// Macros defined and undefined inside the region.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
#define ADD(x) sum += (x)
    int sum = 0;
    ADD(sim->atoms->n);
#undef ADD
#define ADD(x) sum -= (x)
    ADD(2 * sim->atoms->n);
    sim->atoms->n = sum;
#undef ADD
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
