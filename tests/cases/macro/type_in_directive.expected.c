// A type's name may be a macro.
#include <stdio.h>

#define REAL double
#define PTR(t) t *
struct atoms { double *r; double mass; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {r, 3};
    struct sim store = {&atoms}, *sim = &store;

{ REAL *__restrict pc_atoms_r = sim->atoms->r; REAL pc_atoms_mass = sim->atoms->mass;
    pc_atoms_r[0] *= pc_atoms_mass;
}
    printf("%g\n", r[0]);
    return 0;
}
