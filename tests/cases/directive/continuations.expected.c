// Backslash continuations at any token, in any number.
#include <stdio.h>

struct atoms { int n, m; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, 5, r};
    struct sim store = {&atoms}, *sim = &store;







{ int pc_atoms_n = sim->atoms->n; int *__restrict pc_atoms_r = sim->atoms->r; int pc_atoms_m = sim->atoms->m;


    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += pc_atoms_m;
    pc_atoms_m++;
sim->atoms->m = pc_atoms_m; }


    printf("%d %d %d %d\n", r[0], r[1], atoms.m, __LINE__);
    return 0;
}
