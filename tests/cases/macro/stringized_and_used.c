// Used and turned into a string at once: the string would change with the rewriting.
#include <stdio.h>

#define SHOW(x) printf(#x " = %d\n", x)
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += 1;
    SHOW(sim->atoms->n); // expected-error[stringized-chain]{{chain 'sim->atoms->n' is turned into a string by macro 'SHOW'}}
#pragma pointerchain region end
    return 0;
}
