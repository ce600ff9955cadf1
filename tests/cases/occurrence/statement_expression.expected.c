// GNU statement expressions and nested functions' relatives.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
    int a;
{ int pc_atoms_n = sim->atoms->n;
    a = ({ int t = pc_atoms_n; pc_atoms_n += t; t + pc_atoms_n; });
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", a, atoms.n);
    return 0;
}
