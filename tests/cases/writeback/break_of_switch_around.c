// The region stands in a case; break leaves it, continue leaves the loop around too.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0};
    struct sim store = {&atoms}, *sim = &store;
    for (int i = 0; i < 4; i++) {
        switch (i) {
        case 1: {
#pragma pointerchain region begin declare(sim->atoms->n)
            sim->atoms->n += 10;
            if (sim->atoms->n > 5)
                break;
            sim->atoms->n += 1000;
#pragma pointerchain region end
            atoms.n += 10000;
            break;
        }
        case 2: {
#pragma pointerchain region begin declare(sim->atoms->n)
            sim->atoms->n += 20;
            switch (sim->atoms->n) {
            case 31: continue;
            default: break;
            }
            sim->atoms->n += 2000;
#pragma pointerchain region end
            break;
        }
        default:
            atoms.n += 1;
        }
        atoms.n += 100000;
    }
    printf("%d\n", atoms.n);
    return 0;
}
