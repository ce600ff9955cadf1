// A header's macro names a variable as a local would be called: the local takes another name.
#include <stdio.h>
#include "counts.h"

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += TOTAL;
#pragma pointerchain region end
    printf("%d %d\n", atoms.n, TOTAL);
    return 0;
}
