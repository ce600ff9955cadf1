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
{ __typeof__(+sim->flags->a) pc_flags_a = sim->flags->a; __typeof__(+sim->flags->full) pc_flags_full = sim->flags->full;
    printf("%d %d\n", pc_flags_a - 6 < 0, (pc_flags_full - 6) / 2 > 100);
    printf("%d\n", -(int)pc_flags_a / 2);
    printf("%d\n", (pc_flags_a - 7) / 2);
}
    return 0;
}
