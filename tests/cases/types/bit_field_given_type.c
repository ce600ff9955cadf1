// A bit-field with a given type: its values must not change with it.
#include <stdio.h>

struct flags { unsigned a : 3; signed b : 4; _Bool c : 1; };
struct sim { struct flags *flags; };

int main(void)
{
    struct flags flags = {5, -3, 1};
    struct sim store = {&flags}, *sim = &store;
#pragma pointerchain region begin declare(sim->flags->a{unsigned}, sim->flags->b{int}, sim->flags->c{_Bool})
    printf("%d %d %d\n", (sim->flags->a - 7) / 2, sim->flags->b / 2, sim->flags->c - 2);
#pragma pointerchain region end
    return 0;
}
