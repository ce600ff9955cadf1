// 2019: 'a -> b' was missed, so the host's struct was walked on the device.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;

{ int pc_atoms_n = sim->atoms->n; int *pc_atoms_r = sim->atoms->r;
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += pc_atoms_n;
}
    printf("%d %d %d\n", r[0], r[1], r[2]);
    return 0;
}
