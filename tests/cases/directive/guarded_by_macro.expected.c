// Code in the wild guards the pragmas; the tool parses with the macro defined.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#ifdef __pointerchain


#endif
#ifdef __pointerchain
{ int pc_atoms_n = sim->atoms->n; int *__restrict pc_atoms_r = sim->atoms->r;
#endif
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += 1;
    pc_atoms_n = 0;
#ifdef __pointerchain
sim->atoms->n = pc_atoms_n; }
#endif
    printf("%d %d %d\n", r[0], r[1], atoms.n);
    return 0;
}
