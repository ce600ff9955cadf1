// _Pragma is the same directive.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
    
    { int pc_atoms_n = sim->atoms->n; int *__restrict pc_atoms_r = sim->atoms->r;
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += pc_atoms_n;
    pc_atoms_n = 7;
    sim->atoms->n = pc_atoms_n; }
    printf("%d %d %d\n", r[0], r[1], atoms.n);
    return 0;
}
