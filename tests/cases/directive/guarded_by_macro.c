// Code in the wild guards the pragmas; the tool parses with the macro defined.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#ifdef __pointerchain
#pragma pointerchain declare(sim->atoms->n{int})
#pragma pointerchain declare(sim->atoms->r{int*:restrict})
#endif
#ifdef __pointerchain
#pragma pointerchain region begin
#endif
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += 1;
    sim->atoms->n = 0;
#ifdef __pointerchain
#pragma pointerchain region end
#endif
    printf("%d %d %d\n", r[0], r[1], atoms.n);
    return 0;
}
