// Several regions share what one declare names; each takes what it uses.
// also: c++
#include <stdio.h>

struct atoms { int n; double *r, *f; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2}, f[2] = {10, 20};
    struct atoms atoms = {2, r, f};
    struct sim store = {&atoms}, *sim = &store;

{ int pc_atoms_n = sim->atoms->n; double *__restrict pc_atoms_f = sim->atoms->f;
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_f[i] *= 2;
}
{ int pc_atoms_n = sim->atoms->n; double *__restrict pc_atoms_r = sim->atoms->r; double *__restrict pc_atoms_f = sim->atoms->f;
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += pc_atoms_f[i];
}
    printf("%g %g %g %g\n", r[0], r[1], f[0], f[1]);
    return 0;
}
