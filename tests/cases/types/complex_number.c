#include <complex.h>
#include <stdio.h>

struct atoms { double complex phase; double _Complex *field; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double complex field[2] = {1 + 2 * I, 3 - 1 * I};
    struct atoms atoms = {1 + 1 * I, field};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->phase{double complex}, sim->atoms->field{double _Complex*:restrict})
#pragma pointerchain region begin
    for (int i = 0; i < 2; i++)
        sim->atoms->phase *= sim->atoms->field[i];
#pragma pointerchain region end
    printf("%g %g\n", creal(atoms.phase), cimag(atoms.phase));
    return 0;
}
