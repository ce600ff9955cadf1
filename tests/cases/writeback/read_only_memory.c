// A scalar that is only read is not written back: the string of bytes lives in read-only memory.
#include <stdio.h>

struct atoms { int n; const char *name; double *r; };
struct sim { struct atoms *atoms; };

static double r[2] = {1, 2};
static const struct atoms fixed = {2, "argon", r};

int main(void)
{
    struct sim store, *sim = &store;
    store.atoms = (struct atoms *)&fixed;
    double total = 0;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->name, sim->atoms->r)
    for (int i = 0; i < sim->atoms->n; i++)
        total += sim->atoms->r[i];
    sim->atoms->r[0] = total;
    printf("%s\n", sim->atoms->name);
#pragma pointerchain region end
    printf("%g %g\n", total, r[0]);
    return 0;
}
