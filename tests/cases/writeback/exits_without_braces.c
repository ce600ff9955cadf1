// if, else, loop and label bodies without braces around the way out.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim, int a)
{
    int i;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n++;
    if (a == 0) return 1; else if (a == 1) return sim->atoms->n; else sim->atoms->n++;
    if (a == 2)
        if (sim->atoms->n > 0)
            return 3;
        else
            return 4;
    else
        while (a == 3)
            return 5;
    for (i = 0; i < a; i++)
        if (i == 4) return 6;
    switch (a) case 4: return 7;
    do return 8; while (0);
#pragma pointerchain region end
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    for (int a = 0; a < 6; a++) {
        int result = run(&sim, a);
        printf("%d %d\n", result, atoms.n);
    }
    return 0;
}
