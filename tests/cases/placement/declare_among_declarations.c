// A declare may stand wherever a declaration may.
#include <stdio.h>
struct atoms { int n; };
struct sim { struct atoms *atoms; };
static struct atoms atoms = {4};
static struct sim store = {&atoms};
static struct sim *sim = &store;
#pragma pointerchain declare(sim->atoms->n)
int main(void)
{
    switch (sim->atoms->n) {
    case 4: {
#pragma pointerchain region begin
        sim->atoms->n += 1;
#pragma pointerchain region end
        break;
    }
    default:
        break;
    }
    printf("%d\n", atoms.n);
    return 0;
}
