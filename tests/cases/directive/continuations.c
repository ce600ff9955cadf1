// Backslash continuations at any token, in any number.
#include <stdio.h>

struct atoms { int n, m; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, 5, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain \
    declare( \
        sim->atoms->n { int }, \
        sim-> \
            atoms->r { int * : \
                       restrict } \
    )
#pragma pointerchain region \
    begin \
    declare(sim->atoms->m)
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += sim->atoms->m;
    sim->atoms->m++;
#pragma pointerchain \
\
    region end
    printf("%d %d %d %d\n", r[0], r[1], atoms.m, __LINE__);
    return 0;
}
