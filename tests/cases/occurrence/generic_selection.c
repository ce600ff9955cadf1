// args: -std=c11
#include <stdio.h>

#define NAME(x) _Generic((x), int: "int", double: "double", double *: "pointer", default: "other")
struct atoms { int n; double mass; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[1] = {1};
    struct atoms atoms = {1, 2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->mass, sim->atoms->r{double*:restrict})
    printf("%s %s %s %s\n", NAME(sim->atoms->n), NAME(sim->atoms->mass), NAME(sim->atoms->r), NAME(sim->atoms->r[0]));
    printf("%d %g\n", sim->atoms->n, sim->atoms->mass + sim->atoms->r[0]);
#pragma pointerchain region end
    return 0;
}
