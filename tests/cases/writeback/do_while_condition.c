// 'continue' goes to the condition, which sees what was written back.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0};
    struct sim store = {&atoms}, *sim = &store;
    int rounds = 0;
    do {
#pragma pointerchain region begin declare(sim->atoms->n)
        sim->atoms->n += 2;
        rounds++;
        if (rounds < 5)
            continue;
        sim->atoms->n += 100;
#pragma pointerchain region end
    } while (sim->atoms->n < 9);
    printf("%d %d\n", rounds, atoms.n);
    return 0;
}
