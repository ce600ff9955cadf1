// The region is all of the function, and all of a nested block.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim) {
#pragma pointerchain region begin declare(sim->atoms->n)
    { sim->atoms->n++; }
    ;
    return sim->atoms->n;
#pragma pointerchain region end
}

int main(void)
{
    struct atoms atoms = {0};
    struct sim sim = {&atoms};
    int a = run(&sim);
    printf("%d %d\n", a, atoms.n);
    return 0;
}
