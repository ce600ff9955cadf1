// A given type with const at its top, and one with restrict spelled in it.
#include <stdio.h>

struct atoms { double *r, *q; int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2}, q[2] = {3, 4};
    struct atoms atoms = {r, q, 2};
    struct sim store = {&atoms}, *sim = &store;
{ int const pc_atoms_n = sim->atoms->n; double *const pc_atoms_r = sim->atoms->r; double *restrict pc_atoms_q = sim->atoms->q;
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += pc_atoms_q[i];
}
    printf("%g %g\n", r[0], r[1]);
    return 0;
}
