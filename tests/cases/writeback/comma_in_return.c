// The value of a 'return' may be a comma expression, in a macro's argument only in parentheses.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

#define WHEN(condition, statement) \
    do {                           \
        if (condition) statement;  \
    } while (0)

static int pick(struct sim *sim, int which)
{
    int calls = 0;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    if (which == 1)
        return calls++, sim->atoms->n + (calls++, 1);
    WHEN(which == 2, return (calls++, calls + 7));
    WHEN(which == 3, return sim->atoms->n);
#pragma pointerchain region end
    return calls;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    for (int which = 0; which < 4; which++)
        printf("%d\n", pick(&sim, which));
    printf("%d\n", atoms.n);
    return 0;
}
