// The root is an object that a macro names; both directive and uses are spelled by it.
#include <stdio.h>

#define sim (&store)
#define other renamed
struct atoms { int n; };
struct box { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, more = {5};
    struct box store = {&atoms}, second = {&more}, *other = &second;
#pragma pointerchain region begin declare(sim->atoms->n, other->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += 1;
    other->atoms->n += 1; // expected-warning[aliased-write]{{'other->atoms->n' writes member 'n' of chain 'sim->atoms->n' by another path}}
#pragma pointerchain region end
    printf("%d %d\n", atoms.n, renamed->atoms->n);
    return 0;
}
