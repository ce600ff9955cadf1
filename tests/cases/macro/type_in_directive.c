// A type's name may be a macro.
#include <stdio.h>

#define REAL double
#define PTR(t) t *
struct atoms { double *r; double mass; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {r, 3};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{REAL*:restrict}, sim->atoms->mass{REAL})
#pragma pointerchain region begin
    sim->atoms->r[0] *= sim->atoms->mass;
#pragma pointerchain region end
    printf("%g\n", r[0]);
    return 0;
}
