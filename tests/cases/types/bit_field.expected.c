// A bit-field that is only read.
#include <stdio.h>

struct flags { unsigned a : 3, b : 5; int c : 4; };
struct sim { struct flags *flags; };

int main(void)
{
    struct flags flags = {5, 17, -3};
    struct sim store = {&flags}, *sim = &store;
    int total = 0;
{ __typeof__(+sim->flags->a) pc_flags_a = sim->flags->a; __typeof__(+sim->flags->c) pc_flags_c = sim->flags->c;
    total = (int)pc_flags_a * 100 + pc_flags_c;
}
    printf("%d %d\n", total, flags.b);
    return 0;
}
