// The hoisted scalar is a loop's variable, and the loop is left by return.
#include <stdio.h>

struct atoms { int i; int *r; };
struct sim { struct atoms *atoms; };

static int find(struct sim *sim, int v)
{
{ int pc_atoms_i = sim->atoms->i; int *pc_atoms_r = sim->atoms->r;
    for (pc_atoms_i = 0; pc_atoms_i < 4; ++pc_atoms_i)
        if (pc_atoms_r[pc_atoms_i] == v)
            { int pc_result = (pc_atoms_i); sim->atoms->i = pc_atoms_i; return pc_result; }
sim->atoms->i = pc_atoms_i; }
    return -1;
}

int main(void)
{
    int r[4] = {4, 3, 2, 1};
    struct atoms atoms = {77, r};
    struct sim sim = {&atoms};
    int a = find(&sim, 2);
    printf("%d %d\n", a, atoms.i);
    a = find(&sim, 9);
    printf("%d %d\n", a, atoms.i);
    return 0;
}
