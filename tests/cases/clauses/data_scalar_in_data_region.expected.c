// also: openacc
// A scalar in the data clause of the construct around, present in the inner one.
#include <stdio.h>

struct atoms { int n; int *r; int total; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 100};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_total = sim->atoms->total; int *pc_atoms_r = sim->atoms->r;
#pragma acc data copyin(pc_atoms_r[0:pc_atoms_n]) copy(pc_atoms_total)
    {
#pragma acc serial present(pc_atoms_r[0:pc_atoms_n], pc_atoms_total)
        {
            for (int i = 0; i < pc_atoms_n; i++)
                pc_atoms_total += pc_atoms_r[i];
        }
#pragma acc parallel loop reduction(max:pc_atoms_total) present(pc_atoms_r[0:pc_atoms_n])
        for (int i = 0; i < pc_atoms_n; i++)
            pc_atoms_total = pc_atoms_r[i] > pc_atoms_total ? pc_atoms_r[i] : pc_atoms_total;
    }
sim->atoms->total = pc_atoms_total; }
    printf("%d\n", atoms.total);
    return 0;
}
