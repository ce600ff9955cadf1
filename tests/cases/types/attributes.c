// Attributes on members and types do not disturb.
#include <stdio.h>

struct __attribute__((aligned(32))) atoms { int n __attribute__((aligned(16))); double *r __attribute__((unused)); };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[1] = {4};
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->r, sim->atoms->n)
    sim->atoms->n += (int)sim->atoms->r[0];
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
