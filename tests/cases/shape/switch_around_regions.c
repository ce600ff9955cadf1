// Every case has a region of its own: none is jumped into.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static void run(struct sim *sim, int a)
{
#pragma pointerchain declare(sim->atoms->n)
    switch (a) {
    case 0:
#pragma pointerchain region begin
        sim->atoms->n += 1;
        break;
#pragma pointerchain region end
    case 1:
    case 2: {
#pragma pointerchain region begin
        sim->atoms->n += 10;
        if (a == 2)
            break;
#pragma pointerchain region end
    }
    /* fall through */
    default:
#pragma pointerchain region begin
        sim->atoms->n += 100;
#pragma pointerchain region end
    }
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    for (int a = 0; a < 4; a++) {
        run(&sim, a);
        printf("%d\n", atoms.n);
    }
    return 0;
}
