// A bit-field that is only read.
#include <stdio.h>

struct flags { unsigned a : 3, b : 5; int c : 4; };
struct sim { struct flags *flags; };

int main(void)
{
    struct flags flags = {5, 17, -3};
    struct sim store = {&flags}, *sim = &store;
    int total = 0;
#pragma pointerchain region begin declare(sim->flags->a, sim->flags->c)
    total = (int)sim->flags->a * 100 + sim->flags->c;
#pragma pointerchain region end
    printf("%d %d\n", total, flags.b);
    return 0;
}
