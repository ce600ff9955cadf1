// The outer region hoists a prefix of what the inner one hoists.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;
{ struct atoms *pc_atoms = sim->atoms;
    for (int k = 0; k < 2; k++) {
{ int pc_atoms_n = pc_atoms->n; int *pc_atoms_r = pc_atoms->r;
        for (int i = 0; i < pc_atoms_n; i++)
            pc_atoms_r[i] *= 2;
        pc_atoms_n--;
pc_atoms->n = pc_atoms_n; }
    }
    r[2] += pc_atoms->n;
}
    printf("%d %d %d %d\n", atoms.n, r[0], r[1], r[2]);
    return 0;
}
