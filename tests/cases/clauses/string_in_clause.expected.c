// A string is no expression: what it holds stays.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; int *pc_atoms_r = sim->atoms->r;
#pragma omp error at(execution) severity(warning) message("sim->atoms->n) and sim->atoms->r")
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += 1;
}
    printf("%d %d\n", r[0], r[1]);
    return 0;
}
