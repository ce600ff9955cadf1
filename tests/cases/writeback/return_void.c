// 'return;' and leaving from nested blocks, without braces around it.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static void run(struct sim *sim, int limit)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    for (int i = 0; i < 5; i++) {
        if (i > limit)
            return;
        else
            for (;;) {
                sim->atoms->n += 1;
                if (i == 1) { { return; } }
                break;
            }
    }
#pragma pointerchain region end
    sim->atoms->n += 100;
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    run(&sim, -1);
    printf("%d\n", atoms.n);
    run(&sim, 9);
    printf("%d\n", atoms.n);
    return 0;
}
