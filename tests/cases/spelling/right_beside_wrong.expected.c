// Spellings that look wrong and are right.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;

{ int *pc_atoms_r = (*(*sim).atoms).r; int pc_atoms_n = (sim->atoms)->n;
    pc_atoms_r[pc_atoms_n - 1] += 1;
}
    printf("%d %d\n", r[0], r[1]);
    return 0;
}
