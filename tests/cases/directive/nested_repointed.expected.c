// The outer region re-points what the inner one's chain goes through.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms all[3] = {{1}, {10}, {100}};
    struct sim store = {all}, *sim = &store;
{ struct atoms *pc_atoms = sim->atoms;
    for (int k = 0; k < 2; k++) {
        {
{ int pc_atoms_n = pc_atoms->n;
            pc_atoms_n += 1 + k;
pc_atoms->n = pc_atoms_n; }
        }
        pc_atoms++;
    }
    pc_atoms->n += 5;
sim->atoms = pc_atoms; }
    printf("%d %d %d %d\n", all[0].n, all[1].n, all[2].n, (int)(store.atoms - all));
    return 0;
}
