// Changes in conditions, short circuits, ternaries and comma expressions.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5, 0};
    struct sim store = {&atoms}, *sim = &store;
    int a = 0;
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_m = sim->atoms->m;
    while (pc_atoms_n-- > 0)
        a += pc_atoms_n;
    if (a && pc_atoms_m++)
        a = 0;
    a += pc_atoms_m ? (pc_atoms_m += 3) : (pc_atoms_n = 99);
    for (pc_atoms_m = 0; pc_atoms_m < 4; pc_atoms_m++)
        a++;
    (void)(0 || ++pc_atoms_n);
sim->atoms->n = pc_atoms_n; sim->atoms->m = pc_atoms_m; }
    printf("%d %d %d\n", a, atoms.n, atoms.m);
    return 0;
}
