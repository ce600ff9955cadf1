// args: -std=c11
#include <stdio.h>

#define NAME(x) _Generic((x), int: "int", double: "double", double *: "pointer", default: "other")
struct atoms { int n; double mass; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[1] = {1};
    struct atoms atoms = {1, 2, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; double pc_atoms_mass = sim->atoms->mass; double *__restrict pc_atoms_r = sim->atoms->r;
    printf("%s %s %s %s\n", NAME(pc_atoms_n), NAME(pc_atoms_mass), NAME(pc_atoms_r), NAME(pc_atoms_r[0]));
    printf("%d %g\n", pc_atoms_n, pc_atoms_mass + pc_atoms_r[0]);
}
    return 0;
}
