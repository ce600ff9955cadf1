// The real and imaginary parts of a hoisted complex number are written apart.
#include <stdio.h>

struct atoms { double _Complex z, w; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0, 5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->z, sim->atoms->w)
    __real__ sim->atoms->z = 3;
    __imag__ sim->atoms->z += __real__ sim->atoms->w;
#pragma pointerchain region end
    printf("%g %g\n", __real__ atoms.z, __imag__ atoms.z);
    return 0;
}
