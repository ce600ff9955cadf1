// args: -Wno-comment
// A line comment goes on behind a backslash: the pragma is a part of it. \
#pragma pointerchain region begin declare(nothing->at->all
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1; // sim->atoms->n \
    sim->atoms->n = 100;
    sim->atoms->n += 2;
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
