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

{ bool pc_atoms_done = sim->atoms->done; enum phase pc_atoms_phase = sim->atoms->phase; _Bool pc_atoms_old = sim->atoms->old;
    while (!pc_atoms_done) {
        if (pc_atoms_phase == GAS)
            pc_atoms_done = true;
        else
            pc_atoms_phase++;
    }
    pc_atoms_old = 17;
sim->atoms->done = pc_atoms_done; sim->atoms->phase = pc_atoms_phase; sim->atoms->old = pc_atoms_old; }
    printf("%d %d %d\n", (int)atoms.phase, atoms.done, atoms.old);
    return 0;
}
