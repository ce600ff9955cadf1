// A cast in the chain.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { void *atoms; };
typedef struct atoms *Atoms;

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
    void *opaque = sim;

{ int *pc_atoms_r = ((struct atoms*)sim->atoms)->r; void *pc_atoms = ((struct sim*)opaque)->atoms; int pc_atoms_n = ((Atoms)(sim->atoms))->n;
    pc_atoms_r[0] += 5;
    pc_atoms_r[1] += pc_atoms == &atoms;
    pc_atoms_n += 1, pc_atoms_n += 2;
((Atoms)(sim->atoms))->n = pc_atoms_n; }
    printf("%d %d %d\n", r[0], r[1], atoms.n);
    return 0;
}
