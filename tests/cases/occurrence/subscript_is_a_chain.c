// The subscript of a chain is a chain itself.
#include <stdio.h>

struct state { int current; };
struct atoms { int n; };
struct sim { struct atoms *atoms[3]; struct state *state; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct state state = {2};
    struct sim store = {{&a, &b, &c}, &state}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms[sim->state->current]->n) // expected-note{{declared here}}
    sim->atoms[sim->state->current]->n += 40;
    sim->atoms[0]->n += sim->state->current; // expected-warning[aliased-write]{{'sim->atoms[0]->n' writes member 'n'}}
#pragma pointerchain region end
    printf("%d %d %d\n", a.n, b.n, c.n);
    return 0;
}
