// A subscript that is a variable, or an expression of some, that the region leaves alone.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms[3]; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct sim store = {{&a, &b, &c}}, *sim = &store;
    for (int i = 0; i < 2; i++) {
#pragma pointerchain region begin declare(sim->atoms[i]->n, sim->atoms[i + 1]->n)
        sim->atoms[i]->n += sim->atoms[i+1]->n;
        sim->atoms[ (i) + 1 ]->n *= 10;
#pragma pointerchain region end
    }
    printf("%d %d %d\n", a.n, b.n, c.n);
    return 0;
}
