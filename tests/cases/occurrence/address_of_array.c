// '&' of an array member points to the whole array, which the local does not: it stays on the original.
#include <stdio.h>

struct atoms { double box[3]; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {{1, 2, 3}};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->box)
    double (*p)[3] = &sim->atoms->box;
    sim->atoms->box[0] += (*p)[2];
    printf("%g %d\n", (*p)[0], (int)(sizeof *p / sizeof **p));
#pragma pointerchain region end
    return 0;
}
