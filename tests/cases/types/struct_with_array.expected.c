// A struct by value with an array inside: elements read and written.
#include <stdio.h>

struct vec { double v[3]; };
struct atoms { struct vec center, shift; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {{{1, 2, 3}}, {{10, 20, 30}}};
    struct sim store = {&atoms}, *sim = &store;
{ struct vec pc_atoms_center = sim->atoms->center; struct vec pc_atoms_shift = sim->atoms->shift;
    for (int i = 0; i < 3; i++)
        pc_atoms_center.v[i] += pc_atoms_shift.v[2 - i];
sim->atoms->center = pc_atoms_center; }
    printf("%g %g %g\n", atoms.center.v[0], atoms.center.v[1], atoms.center.v[2]);
    return 0;
}
