// The argument holds a longer expression, or the whole statement.
#include <stdio.h>

#define DO(statement) do { statement; } while (0)
#define EACH(i, n) for (int i = 0; i < (n); i++)
struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {4, 9};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r)
    EACH(i, sim->atoms->n)
        DO(sim->atoms->r[i] += sim->atoms->n);
    DO(if (sim->atoms->n > 1) sim->atoms->n = 7);
#pragma pointerchain region end
    printf("%d %d %d\n", atoms.n, r[0], r[1]);
    return 0;
}
