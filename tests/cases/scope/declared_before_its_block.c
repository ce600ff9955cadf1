// Declared in the function's block, used by regions in inner blocks.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n)
    for (int step = 0; step < 3; step++) {
        if (step != 1) {
#pragma pointerchain region begin
            sim->atoms->n = sim->atoms->n * 3 + step;
#pragma pointerchain region end
        }
    }
    printf("%d\n", atoms.n);
    return 0;
}
