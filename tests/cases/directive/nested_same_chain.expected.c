// A region inside a region declares the same chain: the inner changes are seen outside.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;

{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n -= 1;
    for (int i = 0; i < pc_atoms_n; i++) {
{ int *pc_atoms_r = sim->atoms->r;
        pc_atoms_r[i] += pc_atoms_n;
        if (i == 0)
            pc_atoms_n -= 1;
}
    }
    printf("%d\n", pc_atoms_n);
sim->atoms->n = pc_atoms_n; }
    printf("%d %d %d %d %d\n", atoms.n, r[0], r[1], r[2], r[3]);
    return 0;
}
