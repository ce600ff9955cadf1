// A qualifier with the type left out.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->r{:restrict}, sim->atoms->n{int})
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += 1;
#pragma pointerchain region end
    printf("%g %g\n", r[0], r[1]);
    return 0;
}
