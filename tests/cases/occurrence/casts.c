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
#pragma pointerchain declare(((struct atoms *)sim->atoms)->r, ((struct sim *)opaque)->atoms, ((Atoms)(sim->atoms))->n)
#pragma pointerchain region begin
    ((struct atoms *)sim->atoms)->r[0] += 5;
    ((struct atoms *)(sim->atoms))->r[1] += ((struct sim *)opaque)->atoms == &atoms;
    ((Atoms)(sim->atoms))->n += 1, ((Atoms)sim->atoms)->n += 2;
#pragma pointerchain region end
    printf("%d %d %d\n", r[0], r[1], atoms.n);
    return 0;
}
