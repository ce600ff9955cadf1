// 2019: the write-back stood after the line that followed 'region end'.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n = 9;
sim->atoms->n = pc_atoms_n; }
    printf("%d\n",
           sim->atoms->n);
    return 0;
}
