// Labels and cases that are reached from inside only, Duff's device within the region included.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[8] = {1, 2, 3, 4, 5, 6, 7, 8}, total = 0;
    struct atoms atoms = {7, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r)
    int rounds = 0;
again:
    rounds++;
    switch (sim->atoms->n % 4) {
    case 0: do { total += sim->atoms->r[--sim->atoms->n]; /* fall through */
    case 3: total += sim->atoms->r[--sim->atoms->n]; /* fall through */
    case 2: total += sim->atoms->r[--sim->atoms->n]; /* fall through */
    case 1: total += sim->atoms->r[--sim->atoms->n];
            } while (sim->atoms->n > 0);
    }
    if (rounds < 2) {
        sim->atoms->n = 2;
        goto again;
    }
#pragma pointerchain region end
    printf("%d %d\n", total, atoms.n);
    return 0;
}
