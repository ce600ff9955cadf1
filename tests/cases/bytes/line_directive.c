// #line changes what the compiler calls the lines, not where the bytes are.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#line 1000 "other.y"
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    printf("%d %s %d\n", __LINE__, __FILE__, sim->atoms->n);
#line 2
#pragma pointerchain region end
    printf("%d %d\n", __LINE__, atoms.n);
    return 0;
}
