// Regions in if and else branches, loops, cases, labelled blocks, blocks in blocks.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static void run(struct sim *sim, int a)
{
#pragma pointerchain declare(sim->atoms->n)
    if (a == 0) {
#pragma pointerchain region begin
        sim->atoms->n += 1;
#pragma pointerchain region end
    } else if (a == 1) {
#pragma pointerchain region begin
        sim->atoms->n += 10;
#pragma pointerchain region end
    } else {
        do {
#pragma pointerchain region begin
            sim->atoms->n += 100;
#pragma pointerchain region end
        } while (sim->atoms->n < 500);
    }
    switch (a) {
    case 0:
#pragma pointerchain region begin
        sim->atoms->n += 1000;
#pragma pointerchain region end
        break;
    default:
label:
#pragma pointerchain region begin
        sim->atoms->n *= 2;
#pragma pointerchain region end
        if (sim->atoms->n < 3000)
            goto label;
    }
    {
        {
#pragma pointerchain region begin
            sim->atoms->n += 1;
#pragma pointerchain region end
        }
    }
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    for (int a = 0; a < 3; a++) {
        run(&sim, a);
        printf("%d\n", atoms.n);
    }
    return 0;
}
