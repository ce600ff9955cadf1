// Two spellings of one chain in one list are one chain.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, (*sim).atoms->n) // expected-warning[unused-declare]:43{{'sim->atoms->n' is not used in any region}}
    sim->atoms->n += 1;
    (*sim).atoms->n += 10;
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
