// The region tests a link before it uses the chain; the local is made before the test.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    if (sim->atoms) // expected-warning[guarded-chain]{{the region tests 'sim->atoms' before it uses chain 'sim->atoms->n'}}
        sim->atoms->n += 1;
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
