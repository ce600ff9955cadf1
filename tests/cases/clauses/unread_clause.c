// What no table explains may be a name as well as an expression.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->r, sim->atoms->n)
#pragma omp parallel for vendor(sim->atoms->n)  // expected-error[unknown-construct]{{what 'omp parallel for' says of chain 'sim->atoms->n' here is not known}}
    // expected-note@-2{{chain 'sim->atoms->n' is declared here}}
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += 1;
#pragma pointerchain region end
    printf("%d %d\n", r[0], r[1]);
    return 0;
}
