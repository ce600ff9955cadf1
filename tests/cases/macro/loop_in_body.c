// A break that stays inside the macro's own loop is no way out.
#include <stdio.h>

#define FIND(result, array, count, value) \
    do { \
        for (int k_ = 0; k_ < (count); k_++) \
            if ((array)[k_] == (value)) { (result) = k_; break; } \
    } while (0)
struct atoms { int n, found; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {7, 8, 9};
    struct atoms atoms = {3, -1, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->found, sim->atoms->r)
    FIND(sim->atoms->found, sim->atoms->r, sim->atoms->n, 8);
#pragma pointerchain region end
    printf("%d\n", atoms.found);
    return 0;
}
