// A macro inside the directive's list is expanded there, as by the compilers in acc and omp.
#include <stdio.h>

#define WHICH 1
struct atoms { int n; };
struct sim { struct atoms *atoms[2]; };

int main(void)
{
    struct atoms a = {1}, b = {2};
    struct sim store = {{&a, &b}}, *sim = &store;
#pragma pointerchain declare(sim->atoms[WHICH]->n)
#pragma pointerchain region begin
    sim->atoms[WHICH]->n += 1;
    sim->atoms[1]->n += 10;
#pragma pointerchain region end
    printf("%d %d\n", a.n, b.n);
    return 0;
}
