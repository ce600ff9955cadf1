// A function that only reads through the root sees the old value while the region changes it.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static int first(const struct sim *sim) { __asm__ volatile(""); return sim->atoms->r[0]; }

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
    int total = 0;
{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}}
    pc_atoms_n += 1;
    total += first(sim); // expected-warning[aliased-call]{{sim}}
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", total, atoms.n);
    return 0;
}
