// Comments inside a pragma are white space.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2, 3};
    struct sim store = {&atoms}, *sim = &store;
 // seven )
    { int pc_atoms_n = sim->atoms->n; int pc_atoms_m = sim->atoms->m; /* nine
   and ten */
    pc_atoms_n += pc_atoms_m;
sim->atoms->n = pc_atoms_n; } // eleven
    printf("%d %d\n", atoms.n, __LINE__);
    return 0;
}
