// A deep copy inside a region that keeps a member of what is copied in a local, and changes it.
// compilers: gcc
#include <stdio.h>

struct atoms { int n, m; double *x; };
struct sim { struct atoms *atoms; };
#pragma pointerchain shape(atoms: x[n])
#pragma pointerchain shape(sim: atoms[1])

static int change(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->m, sim->atoms->x)
    sim->atoms->n = 0;
#pragma pointerchain deepcopy enter(sim) // expected-warning[aliased-call]:37{{'deepcopy enter' of 'sim' could read 'sim->atoms->n', which the region changes}}
// expected-note@-3:43{{chain 'sim->atoms->n' is declared here}}
#pragma pointerchain deepcopy update host(sim) // expected-warning[aliased-call]:43{{'deepcopy update' of 'sim' could change 'sim->atoms->n'}}
// expected-note@-5:43{{chain 'sim->atoms->n' is declared here}}
#pragma pointerchain deepcopy enter(sim->atoms->x[0:sim->atoms->n])
#pragma pointerchain deepcopy exit(sim->atoms->x[0:sim->atoms->n])
    int m = sim->atoms->m + (sim->atoms->x != NULL);
#pragma pointerchain region end
    return m;
}

int main(void)
{
    struct atoms atoms = {1, 2, NULL};
    struct sim sim = {&atoms};
    printf("%d\n", change(&sim));
    return 0;
}
