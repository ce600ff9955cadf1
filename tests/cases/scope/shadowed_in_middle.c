// The root's name is taken over in the middle of the region's own block.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, others = {50};
    struct sim store = {&atoms}, other = {&others}, *sim = &store;
    {
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
        sim->atoms->n += 1;
        struct sim *sim = &other;
        sim->atoms->n += 1; // expected-warning[aliased-write]{{'sim->atoms->n' writes member 'n' of chain 'sim->atoms->n' through another 'sim'}}
#pragma pointerchain region end
    }
    printf("%d %d\n", atoms.n, others.n);
    return 0;
}
