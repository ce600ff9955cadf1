// A function returns a struct that has no name, on a way out of a region that writes back.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static struct { int x; } zero;

static __typeof__(zero) made(int x)
{
    zero.x = x;
    return zero;
}

static __typeof__(zero) count(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n++;
    if (sim->atoms->n > 2) return made(sim->atoms->n);
#pragma pointerchain region end
    return zero;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    int one = count(&sim).x, two = count(&sim).x;
    printf("%d %d %d\n", one, two, atoms.n);
    return 0;
}
