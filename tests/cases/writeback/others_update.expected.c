// What the region only reads may be updated by others: a write-back would undo it.
#include <stdio.h>

struct atoms { int n, clock; };
struct sim { struct atoms *atoms; };
static struct atoms atoms = {1, 5};

static void tick(void) { atoms.clock += 100; }

int main(void)
{
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_clock = sim->atoms->clock; // expected-note{{declared here}}
    pc_atoms_n += pc_atoms_clock;
    tick(); // expected-warning[aliased-call]{{'tick' could change 'sim->atoms->clock'}}
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", atoms.n, atoms.clock);
    return 0;
}
