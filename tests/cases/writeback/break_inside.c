// A break or continue of a loop or switch inside the region is no way out.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {0};
    struct sim store = {&atoms}, *sim = &store;
    for (int k = 0; k < 2; k++) {
#pragma pointerchain region begin declare(sim->atoms->n)
        for (int i = 0; i < 10; i++) {
            if (i == 3)
                continue;
            if (i == 6)
                break;
            switch (i) {
            case 1: sim->atoms->n += 100; break;
            case 2: sim->atoms->n += 200; continue;
            default: break;
            }
            sim->atoms->n += 1;
        }
        while (1) { sim->atoms->n += 1000; break; }
        do { if (k) break; sim->atoms->n += 10000; } while (0);
#pragma pointerchain region end
    }
    printf("%d\n", atoms.n);
    return 0;
}
