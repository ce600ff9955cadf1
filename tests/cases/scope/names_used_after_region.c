// Names declared in the region are used after it, so no block may close over them.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r)
    double total = 0;
    struct pair { int a, b; } pair = {1, 2};
    for (int i = 0; i < sim->atoms->n; i++)
        total += sim->atoms->r[i];
    sim->atoms->n = 5;
#pragma pointerchain region end
    struct pair other = {3, 4};
    printf("%g %d %d %d\n", total, pair.a, other.b, sim->atoms->n);
    return 0;
}
