// Members, labels and types with the root's or a link's name are not occurrences.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };
struct outer { struct sim *sim; int atoms; int n; };

int main(void)
{
    struct atoms atoms = {1}, others = {50};
    struct sim store = {&atoms}, other = {&others}, *sim = &store;
    struct outer outer = {&other, 7, 9};
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    struct sim copy = {sim->atoms};
    outer.sim->atoms->n += 1; // expected-warning[aliased-write]{{'outer.sim->atoms->n' writes member 'n' of chain 'sim->atoms->n' by another path}}
    outer.atoms += 1;
    sim->atoms->n += outer.n;
    struct outer made = {.sim = &other, .atoms = sim->atoms->n, .n = 1};
    if (made.atoms > 3)
        goto sim;
    sim->atoms->n += 1000;
sim:
    printf("%d\n", made.atoms + (copy.atoms == &atoms));
#pragma pointerchain region end
    printf("%d %d %d\n", atoms.n, others.n, outer.atoms);
    return 0;
}
