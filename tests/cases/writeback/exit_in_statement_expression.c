// Ways out from within an expression.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int a)
{
    int x;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    x = a ? ({ if (a > 1) return sim->atoms->n; a; }) : 7;
    sim->atoms->n += x;
#pragma pointerchain region end
    return -1;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    for (int a = 0; a < 3; a++) {
        int x = run(&sim, a);
        printf("%d %d\n", x, atoms.n);
    }
    return 0;
}
