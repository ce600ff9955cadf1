// A test outside the region, of the chain's own value, of another pointer, or after the use, is no guard;
// nor is a comparison of two pointers.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; struct atoms *more; };

int main(void)
{
    int r[1] = {7};
    struct atoms atoms = {5, r}, other = {6, r};
    struct sim store = {&atoms, NULL}, *sim = &store;
    if (sim && sim->atoms) {
{ int *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n;
        if (pc_atoms_r)
            pc_atoms_r[0] += 1;
        if (sim->more)
            pc_atoms_n = 0;
        if (pc_atoms_n)
            pc_atoms_n += 1;
        if (sim->atoms != &other)
            pc_atoms_n += 2;
sim->atoms->n = pc_atoms_n; }
    }
    printf("%d %d\n", atoms.n, r[0]);
    return 0;
}
