// The real and imaginary parts of a hoisted complex number are written apart.
#include <stdio.h>

struct atoms { double _Complex z, w; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0, 5};
    struct sim store = {&atoms}, *sim = &store;
{ _Complex double pc_atoms_z = sim->atoms->z; _Complex double pc_atoms_w = sim->atoms->w;
    __real__ pc_atoms_z = 3;
    __imag__ pc_atoms_z += __real__ pc_atoms_w;
sim->atoms->z = pc_atoms_z; }
    printf("%g %g\n", __real__ atoms.z, __imag__ atoms.z);
    return 0;
}
