// Changes in conditions, short circuits, ternaries and comma expressions.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5, 0};
    struct sim store = {&atoms}, *sim = &store;
    int a = 0;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->m)
    while (sim->atoms->n-- > 0)
        a += sim->atoms->n;
    if (a && sim->atoms->m++)
        a = 0;
    a += sim->atoms->m ? (sim->atoms->m += 3) : (sim->atoms->n = 99);
    for (sim->atoms->m = 0; sim->atoms->m < 4; sim->atoms->m++)
        a++;
    (void)(0 || ++sim->atoms->n);
#pragma pointerchain region end
    printf("%d %d %d\n", a, atoms.n, atoms.m);
    return 0;
}
