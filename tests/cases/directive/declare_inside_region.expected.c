// A declare inside a region is for the regions that follow it, not for the one around it.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 2};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    {

{ int pc_atoms_m = sim->atoms->m;
        pc_atoms_m += pc_atoms_n;
sim->atoms->m = pc_atoms_m; }
    }
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", atoms.n, atoms.m);
    return 0;
}
