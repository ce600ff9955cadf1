// also: openacc
// A scalar that the construct changes gets its data clause and is written back.
#include <stdio.h>

struct atoms { int n, last; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 0, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_last = sim->atoms->last; int *pc_atoms_r = sim->atoms->r; _Pragma("acc serial copyin(pc_atoms_r[0:pc_atoms_n]) copy(pc_atoms_last)")
    {
        for (int i = 0; i < pc_atoms_n; i++)
            pc_atoms_last += pc_atoms_r[i];
    } sim->atoms->last = pc_atoms_last; }
    printf("%d\n", sim->atoms->last);
    return 0;
}
