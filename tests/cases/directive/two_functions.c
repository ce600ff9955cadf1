// Regions in several functions, one of them static inline, of one file.
// also: c++
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static inline int twice(const struct sim *sim)
{
    int total;
#pragma pointerchain region begin declare(sim->atoms->n)
    total = sim->atoms->n + sim->atoms->n;
#pragma pointerchain region end
    return total;
}

static void grow(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
#pragma pointerchain region end
}

int main(void)
{
    struct atoms atoms = {20};
    struct sim sim = {&atoms};
    grow(&sim);
    printf("%d\n", twice(&sim));
    return 0;
}
