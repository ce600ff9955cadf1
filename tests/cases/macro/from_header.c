// The macro's body stands in a header.
#include <stdio.h>
#include "../directive/with_regions.h"

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
    grow(sim);
#pragma pointerchain region begin declare(sim->atoms->n)
    COUNT_OF(sim) += 1;
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
