// also: openacc
// A clause whose chain the construct does not use.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc parallel loop copy(sim->atoms->r[0:4]) pointerchain(sim->atoms->r, sim->atoms->n) // expected-warning[unused-declare]{{declared chain 'sim->atoms->n' is not used in any region}}
    for (int i = 0; i < 4; i++)
        sim->atoms->r[i] *= 2;
    printf("%g %g %d\n", r[0], r[3], atoms.n);
    return 0;
}
