// also: openacc
// A 'wait' clause does not make a directive that stands alone govern the statement behind it.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc enter data wait copyin(sim->atoms->r[0:4]) pointerchain(sim->atoms->r)
    int last = 3;
#pragma acc exit data wait copyout(sim->atoms->r[0:4]) pointerchain(sim->atoms->r)
    printf("%g\n", sim->atoms->r[last]);
    return 0;
}
