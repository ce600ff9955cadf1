// Outside the region the chain is what it always was.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, other = {100};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n)
    sim->atoms->n += 1;
#pragma pointerchain region begin
    sim->atoms->n += 10;
#pragma pointerchain region end
    sim->atoms->n += 1;
    sim->atoms = &other;
    sim->atoms->n += 1;
    printf("%d %d\n", atoms.n, other.n);
    return 0;
}
