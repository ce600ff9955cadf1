// args: -std=gnu89 -Wno-deprecated-non-prototype
// A K&R definition.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int grow(sim, by)
    struct sim *sim;
    int by;
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += by;
#pragma pointerchain region end
    return sim->atoms->n;
}

int main(void)
{
    struct atoms atoms;
    struct sim sim;
    atoms.n = 3;
    sim.atoms = &atoms;
    printf("%d\n", grow(&sim, 4));
    return 0;
}
