// An included file's text that has nothing to do with the chains.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
    int a = 0;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
#include "included_text_free.inc"
    sim->atoms->n += a;
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
