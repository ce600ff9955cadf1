// also: openacc
// _Pragma with the clause form; the other pragma's text is rewritten.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;
    _Pragma("acc parallel loop copy(sim->atoms->r[0:3]) pointerchain(sim->atoms->r{int*:restrictconst})")
    for (int i = 0; i < 3; i++)
        sim->atoms->r[i] *= 3;
    printf("%d %d %d\n", r[0], r[1], r[2]);
    return 0;
}
