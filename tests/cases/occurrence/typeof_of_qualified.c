// __typeof__ of a chain whose local is restrict and const.
#include <stdio.h>

struct atoms { double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[3] = {1, 2, 3};
    struct atoms atoms = {r};
    struct sim store = {&atoms}, *sim = &store;
    double total = 0;
#pragma pointerchain region begin declare(sim->atoms->r{double*:restrictconst})
    __typeof__(sim->atoms->r) p;
    for (p = sim->atoms->r; p < sim->atoms->r + 3; p++)
        total += *p;
    __typeof__(sim->atoms->r[0]) last = sim->atoms->r[2];
    last += 1;
    total += last;
#pragma pointerchain region end
    printf("%g\n", total);
    return 0;
}
