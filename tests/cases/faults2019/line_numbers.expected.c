// 2019: lines moved, and with them every compiler message.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3, 4};
    struct sim store = {&atoms}, *sim = &store;
    printf("%d\n", __LINE__);


    printf("%d\n", __LINE__);
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_m = sim->atoms->m;
    pc_atoms_n += pc_atoms_m;
    printf("%d\n", __LINE__);
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", __LINE__, atoms.n);
    return 0;
}
