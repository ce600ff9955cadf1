// A restrict pointer that is re-pointed within its region keeps its meaning: it is written back.
#include <stdio.h>
struct atoms { double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{double*})
#pragma pointerchain region begin
    *sim->atoms->r++ = 10;
    sim->atoms->r += 1;
    *sim->atoms->r = 30;
#pragma pointerchain region end
    printf("%g %g %g %d\n", r[0], r[1], r[2], (int)(atoms.r - r));
    return 0;
}
