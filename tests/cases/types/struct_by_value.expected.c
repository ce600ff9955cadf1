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

{ struct vec pc_atoms_shift = sim->atoms->shift; struct vec pc_atoms_center = sim->atoms->center;
    total += pc_atoms_shift.x + pc_atoms_shift.y;
    pc_atoms_center.x += total;
    struct vec copy = pc_atoms_center;
    pc_atoms_center.y = copy.x;
sim->atoms->center = pc_atoms_center; }
    printf("%g %g %g\n", total, atoms.center.x, atoms.center.y);
    return 0;
}
