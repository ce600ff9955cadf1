// The condensed form's chain is not used either.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2, 3};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->m) // expected-warning[unused-declare]{{'sim->atoms->n' is not used in any region}}
    sim->atoms->m += 1;
#pragma pointerchain region end
    printf("%d %d\n", sim->atoms->n, atoms.m);
    return 0;
}
