// Braces in branches of which only one is compiled.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
#ifdef NO_SUCH_MACRO
    if (sim->atoms->n > 5) {
#else
    if (sim->atoms->n > 0) {
#endif
        sim->atoms->n += 1;
    }
#if 0
    }}} {{
#endif
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
