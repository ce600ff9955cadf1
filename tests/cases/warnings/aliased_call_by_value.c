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
#pragma pointerchain region begin declare(sim->atoms->n, own.atoms->n) // expected-note{{declared here}} expected-note{{declared here}}
    total += sim->atoms->n + own.atoms->n;
    grow(*sim); // expected-warning[aliased-call]{{'*sim' is passed to 'grow', which could change 'sim->atoms->n'}}
    grow(own); // expected-warning[aliased-call]{{'own' is passed to 'grow', which could change 'own.atoms->n'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->fixed->n, sim->k)
    total += sim->fixed->n + sim->k + look(*sim);
#pragma pointerchain region end
    printf("%d %d\n", total, atoms.n);
    return 0;
}
