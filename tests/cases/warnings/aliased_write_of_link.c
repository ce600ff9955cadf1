// A link's member is written through another object of its type.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2}, others = {3};
    struct sim store = {&atoms}, second = {&others}, *sim = &store, *q = &second;
    int total = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    total += sim->atoms->n;
    q->atoms = NULL; // expected-warning[aliased-write]{{'q->atoms' writes member 'atoms' of chain 'sim->atoms->n' by another path}}
    total += sim->atoms->n;
#pragma pointerchain region end
    printf("%d\n", total);
    return 0;
}
