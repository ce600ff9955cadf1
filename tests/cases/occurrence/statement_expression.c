// GNU statement expressions and nested functions' relatives.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
    int a;
#pragma pointerchain region begin declare(sim->atoms->n)
    a = ({ int t = sim->atoms->n; sim->atoms->n += t; t + sim->atoms->n; });
#pragma pointerchain region end
    printf("%d %d\n", a, atoms.n);
    return 0;
}
