#include <complex.h>
#include <stdio.h>

struct atoms { double complex phase; double _Complex *field; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double complex field[2] = {1 + 2 * I, 3 - 1 * I};
    struct atoms atoms = {1 + 1 * I, field};
    struct sim store = {&atoms}, *sim = &store;

{ double complex pc_atoms_phase = sim->atoms->phase; double _Complex *__restrict pc_atoms_field = sim->atoms->field;
    for (int i = 0; i < 2; i++)
        pc_atoms_phase *= pc_atoms_field[i];
sim->atoms->phase = pc_atoms_phase; }
    printf("%g %g\n", creal(atoms.phase), cimag(atoms.phase));
    return 0;
}
