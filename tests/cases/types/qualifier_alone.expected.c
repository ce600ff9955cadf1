// A qualifier with the type left out.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double *__restrict pc_atoms_r = sim->atoms->r;
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += 1;
}
    printf("%g %g\n", r[0], r[1]);
    return 0;
}
