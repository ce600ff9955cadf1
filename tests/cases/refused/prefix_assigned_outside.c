// Before and after the region a prefix is free.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, others = {20};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n)
    sim->atoms = &others;
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
    sim->atoms = &atoms;
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
    printf("%d %d\n", atoms.n, others.n);
    return 0;
}
