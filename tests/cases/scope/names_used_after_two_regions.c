// The same with two regions in one block: the locals must not clash.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n)
#pragma pointerchain region begin
    int a = sim->atoms->n;
    sim->atoms->n += 1;
#pragma pointerchain region end
    sim->atoms->n += 10;
#pragma pointerchain region begin
    int b = sim->atoms->n;
    sim->atoms->n += 1;
#pragma pointerchain region end
    printf("%d %d %d\n", a, b, sim->atoms->n);
    return 0;
}
