// A loop variable that shadows the chain's subscript makes another chain, which may be the same object's.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms[3]; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct sim store = {{&a, &b, &c}}, *sim = &store;
    int i = 1;
#pragma pointerchain region begin declare(sim->atoms[i]->n) // expected-note{{declared here}}
    sim->atoms[i]->n += 10;
    for (int i = 0; i < 3; i += 2)
        sim->atoms[i]->n += 100; // expected-warning[aliased-write]{{'sim->atoms[i]->n'}}
#pragma pointerchain region end
    printf("%d %d %d %d\n", a.n, b.n, c.n, i);
    return 0;
}
