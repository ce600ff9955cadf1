// A chain whose member name a macro pastes together.
#include <stdio.h>
#define MEMBER(s, name) (s)->atoms->n_##name
struct atoms { int n_a; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n_a)
    MEMBER(sim, a) += 1;
#pragma pointerchain region end
    printf("%d\n", atoms.n_a);
    return 0;
}
