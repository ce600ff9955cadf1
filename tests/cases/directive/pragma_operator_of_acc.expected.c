// also: openacc
// _Pragma with the clause form; the other pragma's text is rewritten.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;
    { int *__restrict const pc_atoms_r = sim->atoms->r; _Pragma("acc parallel loop copy(pc_atoms_r[0:3])")
    for (int i = 0; i < 3; i++)
        pc_atoms_r[i] *= 3; }
    printf("%d %d %d\n", r[0], r[1], r[2]);
    return 0;
}
