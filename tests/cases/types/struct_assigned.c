// A struct by value that is assigned whole.
#include <stdio.h>

struct vec { double x, y; };
struct atoms { struct vec center; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {{1, 2}};
    struct sim store = {&atoms}, *sim = &store;
    struct vec other = {5, 6};
#pragma pointerchain region begin declare(sim->atoms->center)
    sim->atoms->center = other;
    sim->atoms->center.x++;
#pragma pointerchain region end
    printf("%g %g\n", atoms.center.x, atoms.center.y);
    return 0;
}
