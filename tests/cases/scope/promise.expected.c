// A promise answers the doubts about functions and other paths that it names, to the end of its block.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; void (*tell)(struct sim *sim); };



void resize(struct sim *sim);
void resize(struct sim *sim) { __asm__ volatile(""); (void)sim; }
static void nothing(struct sim *sim) { (void)sim; }

static int vouched(struct sim *sim, struct sim *other)
{
    int total = 0;

{ int pc_atoms_n = sim->atoms->n;
    total += pc_atoms_n;
    resize(sim);
    sim->tell(sim);
    other->atoms->n = 7;
    total += pc_atoms_n;
}
    return total;
}

static int near_misses(struct sim *sim, struct sim *other)
{
    int total = 0;
    {

        total += sim->atoms->n;
    }

{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}} expected-note{{declared here}}
    total += pc_atoms_n;
    sim->tell(sim); // expected-warning[aliased-call]{{tell}}
    other->atoms->n = 7; // expected-warning[aliased-write]{{other->atoms->n}}
}
{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}}
    pc_atoms_n += 1;
    resize(sim); // expected-warning[aliased-call]{{could read 'sim->atoms->n', which the region changes}}
sim->atoms->n = pc_atoms_n; }
    return total;
}

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r}, more = {3, r};
    struct sim store = {&atoms, nothing}, *sim = &store, second = {&more, nothing};
    printf("%d\n", vouched(sim, &second));
    printf("%d\n", near_misses(sim, &second));
    return 0;
}
