// The outer region re-points what the inner one's chain goes through.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms all[3] = {{1}, {10}, {100}};
    struct sim store = {all}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms)
    for (int k = 0; k < 2; k++) {
        {
#pragma pointerchain region begin declare(sim->atoms->n)
            sim->atoms->n += 1 + k;
#pragma pointerchain region end
        }
        sim->atoms++;
    }
    sim->atoms->n += 5;
#pragma pointerchain region end
    printf("%d %d %d %d\n", all[0].n, all[1].n, all[2].n, (int)(store.atoms - all));
    return 0;
}
