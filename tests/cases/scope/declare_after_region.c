// A declare is visible from its line on, not before.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin // expected-warning[empty-region]{{no declare is visible where the region begins}}
    sim->atoms->n += 1;
#pragma pointerchain region end
#pragma pointerchain declare(sim->atoms->n) // expected-warning[unused-declare]{{'sim->atoms->n' is not used in any region}}
    printf("%d\n", atoms.n);
    return 0;
}
