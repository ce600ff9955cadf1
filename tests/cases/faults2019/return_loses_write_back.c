// 2019: 'return' in a region left it without the write-back.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int step(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 5;
    if (sim->atoms->n > 10)
        return sim->atoms->n * 2;
    sim->atoms->n += 100;
#pragma pointerchain region end
    return 0;
}

int main(void)
{
    struct atoms atoms = {8}, few = {1};
    struct sim many = {&atoms}, other = {&few};
    int a = step(&many), b = step(&other);
    printf("%d %d %d %d\n", a, atoms.n, b, few.n);
    return 0;
}
