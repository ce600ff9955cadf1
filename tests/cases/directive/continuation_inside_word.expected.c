// A continuation may even split a word.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;




    pc_atoms_n += 40;
sim->atoms->n = pc_atoms_n; }

    printf("%d %d\n", atoms.n, __LINE__);
    return 0;
}
