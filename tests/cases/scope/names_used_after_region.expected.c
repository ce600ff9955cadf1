// Names declared in the region are used after it, so no block may close over them.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r;
    double total = 0;
    struct pair { int a, b; } pair = {1, 2};
    for (int i = 0; i < pc_atoms_n; i++)
        total += pc_atoms_r[i];
    pc_atoms_n = 5;
sim->atoms->n = pc_atoms_n;
    struct pair other = {3, 4};
    printf("%g %d %d %d\n", total, pair.a, other.b, sim->atoms->n);
    return 0;
}
