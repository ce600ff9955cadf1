// A given type with const at its top, and one with restrict spelled in it.
#include <stdio.h>

struct atoms { double *r, *q; int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2}, q[2] = {3, 4};
    struct atoms atoms = {r, q, 2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->r{double *const}, sim->atoms->q{double *restrict}, sim->atoms->n{int const})
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += sim->atoms->q[i];
#pragma pointerchain region end
    printf("%g %g\n", r[0], r[1]);
    return 0;
}
