// 2019: with two regions under one declare the first one's write-back came twice.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3}, other = {50};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n)
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
    sim->atoms = &other;
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
    printf("%d %d\n", atoms.n, other.n);
    return 0;
}
