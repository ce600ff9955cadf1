// Blocks that macros open and close.
#include <stdio.h>

#define LOOP(i, n) for (int i = 0; i < (n); i++) {
#define ENDLOOP }
#define BOTH(x) { x }
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
    LOOP(i, 3)
#pragma pointerchain region begin declare(sim->atoms->n)
        sim->atoms->n += i;
        LOOP(j, 2)
            BOTH(sim->atoms->n += j;)
        ENDLOOP
        if (sim->atoms->n > 3)
            break;
#pragma pointerchain region end
    ENDLOOP
    printf("%d\n", atoms.n);
    return 0;
}
