// args: -std=c11
#include <stdbool.h>
#include <stdio.h>

enum phase { SOLID, LIQUID, GAS };
struct atoms { enum phase phase; bool done; _Bool old; enum { LEFT, RIGHT } side; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {SOLID, false, false, LEFT};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->phase{enum phase}, sim->atoms->done{bool}, sim->atoms->old{_Bool})
#pragma pointerchain region begin
    while (!sim->atoms->done) {
        if (sim->atoms->phase == GAS)
            sim->atoms->done = true;
        else
            sim->atoms->phase++;
    }
    sim->atoms->old = 17;
#pragma pointerchain region end
    printf("%d %d %d\n", (int)atoms.phase, atoms.done, atoms.old);
    return 0;
}
