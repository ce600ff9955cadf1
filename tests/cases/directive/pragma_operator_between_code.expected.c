// _Pragma may stand on a line with code.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    int a = 1; { int pc_atoms_n = sim->atoms->n; pc_atoms_n += a; sim->atoms->n = pc_atoms_n; } a += sim->atoms->n;
    printf("%d %d\n", a, atoms.n);
    return 0;
}
