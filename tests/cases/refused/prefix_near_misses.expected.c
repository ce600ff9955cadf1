// What is assigned only looks like a prefix.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; struct atoms *more; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {1, r}, others = {2, r};
    struct sim store = {&atoms, &others}, another = {&others, &others}, *sim = &store, *other = &another;
{ int pc_atoms_n = sim->atoms->n; int *pc_atoms_r = sim->atoms->r; __typeof__(pc_atoms_n) *pc_atoms_n_home = &sim->atoms->n; __typeof__(pc_atoms_r) *pc_atoms_r_home = &sim->atoms->r;
    pc_atoms_n += 1;
    sim->more = &atoms;
    other = &store;
    {
        struct sim *sim = &another;
        sim->more = NULL;
        sim = NULL;
        if (sim)
            sim->more = &others;
    }
    r[0] += pc_atoms_r[1];
    pc_atoms_r = r + 1;
    pc_atoms_r[0] += other == &store;
*pc_atoms_n_home = pc_atoms_n; *pc_atoms_r_home = pc_atoms_r; }
    printf("%d %d %d %d\n", atoms.n, r[0], r[1], (int)(atoms.r - r));
    return 0;
}
