// A directive in an inactive branch is left alone, even one that says nothing sensible.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#ifndef __pointerchain
#pragma pointerchain region begin declare(sim->atoms->n)
#endif
#if 0
#pragma pointerchain regoin begin declare(no->such->chain
#endif
    sim->atoms->n += 1;
    printf("%d\n", sim->atoms->n);
#ifndef __pointerchain
#pragma pointerchain region end
#endif
    return 0;
}
