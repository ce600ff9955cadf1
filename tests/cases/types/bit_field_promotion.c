// An unsigned bit-field is promoted to int in an expression, as its local must be.
// also: c++
#include <stdio.h>

struct flags { unsigned a : 3; unsigned full : 32; unsigned long long wide : 40; };
struct sim { struct flags *flags; };

int main(void)
{
    struct flags flags;
    struct sim store = {&flags}, *sim = &store;
    flags.a = 5;
    flags.full = 5;
    flags.wide = 5;
#pragma pointerchain region begin declare(sim->flags->a, sim->flags->full)
    printf("%d %d\n", sim->flags->a - 6 < 0, (sim->flags->full - 6) / 2 > 100);
    printf("%d\n", -(int)sim->flags->a / 2);
    printf("%d\n", (sim->flags->a - 7) / 2);
#pragma pointerchain region end
    return 0;
}
