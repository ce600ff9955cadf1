// const parameters where the region only reads, values, other objects, and calls outside the region.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { const struct atoms *atoms; int steps; };

static int look(const struct sim *sim) { return sim->atoms->n; }
static int take(struct sim sim) { return sim.atoms->n; }
static void step(int *steps) { ++*steps; }
static void other(struct sim *sim) { sim->steps += 10; }

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms, 0}, second = {&atoms, 0}, *sim = &store;
    int total = 0;
    other(sim);
{ const int pc_atoms_n = sim->atoms->n; int *const pc_atoms_r = sim->atoms->r;
    total += pc_atoms_n + pc_atoms_r[1];
    total += look(sim) + take(*sim);
    step(&sim->steps);
    other(&second);
}
    other(sim);
    printf("%d %d %d\n", total, store.steps, second.steps);
    return 0;
}
