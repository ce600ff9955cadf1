// One warning for each chain of a list that no region uses.
#include <stdio.h>

struct atoms { int n, m, k; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2, 3, 4};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n, sim->atoms->m, sim->atoms->k) // expected-warning[unused-declare]:30{{'sim->atoms->n'}} expected-warning[unused-declare]:60{{'sim->atoms->k'}}
#pragma pointerchain region begin
    sim->atoms->m += 1;
#pragma pointerchain region end
    printf("%d %d %d\n", sim->atoms->n, atoms.m, atoms.k);
    return 0;
}
