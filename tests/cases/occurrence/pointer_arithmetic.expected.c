// *(p + i) is p[i] to C and to the tool.
#include <stdio.h>

struct atoms { int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {r};
    struct sim store = {&atoms}, *sim = &store;
{ int *__restrict pc_atoms_r = sim->atoms->r;
    *pc_atoms_r += 10;
    *(pc_atoms_r + 1) += 100;
    2[pc_atoms_r] += 1000;
    pc_atoms_r[0] += 5;
}
    printf("%d %d %d\n", r[0], r[1], r[2]);
    return 0;
}
