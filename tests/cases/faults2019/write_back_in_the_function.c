// 2019: where the region ended a function, the write-back stood outside of it.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static void grow(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n{int})
    sim->atoms->n *= 2;
#pragma pointerchain region end
}

int main(void)
{
    struct atoms atoms = {3};
    struct sim sim = {&atoms};
    grow(&sim);
    printf("%d\n", atoms.n);
    return 0;
}
