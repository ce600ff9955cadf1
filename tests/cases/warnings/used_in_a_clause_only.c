// also: openacc
// A chain that only a pragma's text uses is used.
#include <stdio.h>

struct atoms { int n, gangs; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {2, 1, r};
    struct sim store = {&atoms}, *sim = &store;
    double *mine = r;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->gangs)
#pragma acc parallel loop num_gangs(sim->atoms->gangs) copy(mine[0:sim->atoms->n])
    for (int i = 0; i < 2; i++)
        mine[i] += 1;
#pragma pointerchain region end
    mine[0] += sim != NULL;
    printf("%g %g\n", r[0], r[1]);
    return 0;
}
