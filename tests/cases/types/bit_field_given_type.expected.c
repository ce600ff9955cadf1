// A bit-field with a given type: its values must not change with it.
#include <stdio.h>

struct flags { unsigned a : 3; signed b : 4; _Bool c : 1; };
struct sim { struct flags *flags; };

int main(void)
{
    struct flags flags = {5, -3, 1};
    struct sim store = {&flags}, *sim = &store;
{ __typeof__(+sim->flags->a) pc_flags_a = sim->flags->a; __typeof__(+sim->flags->b) pc_flags_b = sim->flags->b; _Bool pc_flags_c = sim->flags->c;
    printf("%d %d %d\n", (pc_flags_a - 7) / 2, pc_flags_b / 2, pc_flags_c - 2);
}
    return 0;
}
