// A cast in the chain.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { void *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
    void *opaque = sim;

{ int *pc_atoms_r = ((struct atoms*)sim->atoms)->r; void *pc_atoms = ((struct sim*)opaque)->atoms;
    pc_atoms_r[0] += 5;
    pc_atoms_r[1] += pc_atoms == &atoms;
}
    printf("%d %d\n", r[0], r[1]);
    return 0;
}
