// Equal constants are equal however they are spelled; unequal ones make other chains.
#include <stdio.h>

enum { ONE = 1 };
#define FIRST 1
struct atoms { int n; };
struct sim { struct atoms *atoms[4]; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct sim store = {{&a, &b, &c, &a}}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms[1]->n)
    sim->atoms[0x1]->n += 10;
    sim->atoms[01]->n += 100;
    sim->atoms[1u]->n += 1000;
    sim->atoms[(1)]->n += 10000;
    sim->atoms[2 - 1]->n += 100000;
    sim->atoms[2]->n += 5;
    sim->atoms[0]->n += 7;
#pragma pointerchain region end
    printf("%d %d %d %d\n", a.n, b.n, c.n, ONE + FIRST);
    return 0;
}
