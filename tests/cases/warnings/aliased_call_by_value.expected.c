// A struct that is given by value holds its links; near misses: links to const objects, and chains that the copy holds.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; const struct atoms *fixed; int k; };

static void grow(struct sim sim) { __asm__ volatile(""); if (!sim.atoms) puts("none"); }
static int look(struct sim sim) { return sim.fixed->n + sim.k; }

int main(void)
{
    struct atoms atoms = {1}, fixed = {2};
    struct sim store = {&atoms, &fixed, 3}, *sim = &store, own = store;
    int total = 0;
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_n_2 = own.atoms->n; // expected-note{{declared here}} expected-note{{declared here}}
    total += pc_atoms_n + pc_atoms_n_2;
    grow(*sim); // expected-warning[aliased-call]{{'*sim' is passed to 'grow', which could change 'sim->atoms->n'}}
    grow(own); // expected-warning[aliased-call]{{'own' is passed to 'grow', which could change 'own.atoms->n'}}
}
{ const int pc_fixed_n = sim->fixed->n; int pc_k = sim->k;
    total += pc_fixed_n + pc_k + look(*sim);
}
    printf("%d %d\n", total, atoms.n);
    return 0;
}
