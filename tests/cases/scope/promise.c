// A promise answers the doubts about functions and other paths that it names, to the end of its block.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; void (*tell)(struct sim *sim); };

#pragma pointerchain promise(reads(resize))

void resize(struct sim *sim);
void resize(struct sim *sim) { __asm__ volatile(""); (void)sim; }
static void nothing(struct sim *sim) { (void)sim; }

static int vouched(struct sim *sim, struct sim *other)
{
    int total = 0;
#pragma pointerchain promise(unaliased(sim), reads(tell))
#pragma pointerchain region begin declare(sim->atoms->n)
    total += sim->atoms->n;
    resize(sim);
    sim->tell(sim);
    other->atoms->n = 7;
    total += sim->atoms->n;
#pragma pointerchain region end
    return total;
}

static int near_misses(struct sim *sim, struct sim *other)
{
    int total = 0;
    {
#pragma pointerchain promise(unaliased(sim, other), reads(tell))
        total += sim->atoms->n;
    }
#pragma pointerchain promise(unaliased(other))
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}} expected-note{{declared here}}
    total += sim->atoms->n;
    sim->tell(sim); // expected-warning[aliased-call]{{tell}}
    other->atoms->n = 7; // expected-warning[aliased-write]{{other->atoms->n}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += 1;
    resize(sim); // expected-warning[aliased-call]{{could read 'sim->atoms->n', which the region changes}}
#pragma pointerchain region end
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
