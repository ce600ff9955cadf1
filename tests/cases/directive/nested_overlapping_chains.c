// The outer region hoists a prefix of what the inner one hoists.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms{struct atoms*})
    for (int k = 0; k < 2; k++) {
#pragma pointerchain region begin declare(sim->atoms->r, sim->atoms->n)
        for (int i = 0; i < sim->atoms->n; i++)
            sim->atoms->r[i] *= 2;
        sim->atoms->n--;
#pragma pointerchain region end
    }
    r[2] += sim->atoms->n;
#pragma pointerchain region end
    printf("%d %d %d %d\n", atoms.n, r[0], r[1], r[2]);
    return 0;
}
