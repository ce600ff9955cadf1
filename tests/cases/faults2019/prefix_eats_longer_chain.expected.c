// 2019: with 'sim->atoms' declared too, 'sim->atoms->r' was cut in half.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {1, 2, 3}, total = 0;
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;

{ struct atoms *pc_atoms = sim->atoms; int *pc_atoms_r = sim->atoms->r;
    for (int i = 0; i < pc_atoms->n; i++)
        total += pc_atoms_r[i];
}
    printf("%d\n", total);
    return 0;
}
