// A restrict pointer that is re-pointed within its region keeps its meaning: it is written back.
#include <stdio.h>
struct atoms { double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {r};
    struct sim store = {&atoms}, *sim = &store;

{ double *pc_atoms_r = sim->atoms->r;
    *pc_atoms_r++ = 10;
    pc_atoms_r += 1;
    *pc_atoms_r = 30;
sim->atoms->r = pc_atoms_r; }
    printf("%g %g %g %d\n", r[0], r[1], r[2], (int)(atoms.r - r));
    return 0;
}
