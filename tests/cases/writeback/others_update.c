// What the region only reads may be updated by others: a write-back would undo it.
#include <stdio.h>

struct atoms { int n, clock; };
struct sim { struct atoms *atoms; };
static struct atoms atoms = {1, 5};

static void tick(void) { atoms.clock += 100; }

int main(void)
{
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->clock) // expected-note{{declared here}}
    sim->atoms->n += sim->atoms->clock;
    tick(); // expected-warning[aliased-call]{{'tick' could change 'sim->atoms->clock'}}
#pragma pointerchain region end
    printf("%d %d\n", atoms.n, atoms.clock);
    return 0;
}
