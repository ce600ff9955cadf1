// Names of the region that are not used after it cost nothing.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{double*:restrict})
#pragma pointerchain region begin
    double last = sim->atoms->r[1];
    sim->atoms->r[0] += last;
#pragma pointerchain region end
    {
        double last = 9;
        r[1] = last;
    }
    printf("%g %g\n", r[0], r[1]);
    return 0;
}
