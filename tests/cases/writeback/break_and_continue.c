// Ways out of the region by break and continue of a loop around it.
#include <stdio.h>

struct atoms { int n, odd; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0, 0};
    struct sim store = {&atoms}, *sim = &store;
    for (int i = 0; i < 10; i++) {
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->odd)
        sim->atoms->n += i;
        if (i % 2) {
            sim->atoms->odd++;
            continue;
        }
        if (sim->atoms->n > 20)
            break;
        sim->atoms->n += 1;
#pragma pointerchain region end
        atoms.n += 100 * (i == 0);
        atoms.n -= 100 * (i == 2);
    }
    printf("%d %d\n", atoms.n, atoms.odd);
    return 0;
}
