// The header's own directives are the header's business; they do not mix with this file's.
#include <stdio.h>
#include "with_regions.h"

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
    grow(sim);
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n *= FACTOR;
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
