// An enumerator and a macro in a subscript.
#include <stdio.h>

enum { ONE = 1 };
#define TWO 2
struct atoms { int n; };
struct sim { struct atoms *atoms[4]; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct sim store = {{&a, &b, &c, &a}}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms[ONE]->n, sim->atoms[TWO]->n)
    sim->atoms[ONE]->n += 10;
    sim->atoms[TWO]->n += 20;
    sim->atoms[2]->n += 100;
#pragma pointerchain region end
    printf("%d %d %d\n", a.n, b.n, c.n);
    return 0;
}
