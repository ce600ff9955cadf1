// A declare that ended with its block does not serve a later region: nothing is hoisted there.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
    {
#pragma pointerchain declare(sim->atoms->n) // expected-warning[unused-declare]{{declared chain 'sim->atoms->n' is not used in any region}}
        sim->atoms->n += 1;
    }
#pragma pointerchain region begin // expected-warning[empty-region]{{no declare is visible where the region begins}}
    sim->atoms->n += 1;
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
