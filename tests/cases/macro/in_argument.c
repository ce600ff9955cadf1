// A chain spelled in a macro's argument is rewritten there.
#include <stdio.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define TWICE(x) ((x) + (x))
#define SET(x, v) ((x) = (v))
#define ID(x) x
struct atoms { int n, m; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {4, 9};
    struct atoms atoms = {5, 7, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->m, sim->atoms->r)
    int a = MAX(sim->atoms->n, 3);
    int b = TWICE(MAX(sim->atoms->m, ID(sim->atoms->r[1])));
    SET(sim->atoms->n, TWICE(a));
    printf("%d %d %d\n", a, b, MAX(ID(sim->atoms->n), 1));
#pragma pointerchain region end
    printf("%d %d\n", atoms.n, atoms.m);
    return 0;
}
