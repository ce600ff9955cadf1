// The ways out stand where another variable has the root's name: the write-back is still for the chain.
// also: c++
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

static struct atoms others = {50};
static struct sim other = {&others};

static int run(struct sim *sim, int a)
{
    for (int i = 0; i < 2; i++) {
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
        sim->atoms->n += 1;
        if (a == i) {
            struct sim *sim = &other;
            if (a)
                return sim->atoms->n; // expected-warning[aliased-read]{{'sim->atoms->n' reads member 'n' of chain 'sim->atoms->n' through another 'sim' while the region changes it}}
            continue;
        }
        for (struct sim *sim = &other; sim; sim = NULL)
            if (a == 3)
                goto out;
#pragma pointerchain region end
    }
out:
    return 0;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    for (int a = 0; a < 4; a++) {
        int x = run(&sim, a);
        printf("%d %d %d\n", x, atoms.n, others.n);
    }
    return 0;
}
