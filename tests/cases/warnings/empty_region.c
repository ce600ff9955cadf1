// A region that sees no declare does nothing, be it for a declare in another block or behind it.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    if (sim) {
#pragma pointerchain declare(sim->atoms->n) // expected-warning[unused-declare]{{'sim->atoms->n'}}
    }
#pragma pointerchain region begin // expected-warning[empty-region]{{no declare is visible where the region begins}}
    sim->atoms->n += 1;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n)
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
