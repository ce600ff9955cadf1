// A struct by value is hoisted whole and written back where a member of it changes.
#include <stdio.h>

struct vec { double x, y; };
struct atoms { struct vec center, shift; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {{1, 2}, {10, 20}};
    struct sim store = {&atoms}, *sim = &store;
    double total = 0;
#pragma pointerchain declare(sim->atoms->center{struct vec}, sim->atoms->shift)
#pragma pointerchain region begin
    total += sim->atoms->shift.x + sim->atoms->shift.y;
    sim->atoms->center.x += total;
    struct vec copy = sim->atoms->center;
    sim->atoms->center.y = copy.x;
#pragma pointerchain region end
    printf("%g %g %g\n", total, atoms.center.x, atoms.center.y);
    return 0;
}
