// exit() and abort() are not ways out: the program's memory goes with it. atexit handlers are the user's promise.
#include <stdio.h>
#include <stdlib.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    if (sim->atoms->n > 5) {
        printf("%d\n", sim->atoms->n);
        exit(3);
    }
#pragma pointerchain region end
    return 0;
}
