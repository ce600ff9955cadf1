// A declare ends with its block; the second block's region does not see it.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 2};
    struct sim store = {&atoms}, *sim = &store;
    {

{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 1;
sim->atoms->n = pc_atoms_n; }
    }
    {
{ int pc_atoms_m = sim->atoms->m;
        struct atoms other = {100, 200};
        pc_atoms_m += 1;
        sim->atoms->n += other.n;
        printf("%d\n", sim->atoms->n);
sim->atoms->m = pc_atoms_m; }
    }
    printf("%d %d\n", atoms.n, atoms.m);
    return 0;
}
