// also: openacc
// A clause that writes is a change, though the construct is the only one to say so.
#include <stdio.h>

struct atoms { int n, last; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 0, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_last = sim->atoms->last; int *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n;
#pragma acc serial copyin(pc_atoms_r[0:pc_atoms_n]) copyout(pc_atoms_last)
    {
        pc_atoms_last = pc_atoms_r[pc_atoms_n - 1];
    }
sim->atoms->last = pc_atoms_last; }
    printf("%d\n", atoms.last);
    return 0;
}
