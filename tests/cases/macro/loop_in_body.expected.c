// A break that stays inside the macro's own loop is no way out.
#include <stdio.h>

#define FIND(result, array, count, value) \
    do { \
        for (int k_ = 0; k_ < (count); k_++) \
            if ((array)[k_] == (value)) { (result) = k_; break; } \
    } while (0)
struct atoms { int n, found; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {7, 8, 9};
    struct atoms atoms = {3, -1, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_found = sim->atoms->found; int *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n;
    FIND(pc_atoms_found, pc_atoms_r, pc_atoms_n, 8);
sim->atoms->found = pc_atoms_found; }
    printf("%d\n", atoms.found);
    return 0;
}
