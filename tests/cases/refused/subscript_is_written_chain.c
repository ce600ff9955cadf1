// The subscript is a chain that the region changes.
struct state { int current; };
struct atoms { int n; };
struct sim { struct atoms *atoms[3]; struct state *state; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct state state = {0};
    struct sim store = {{&a, &b, &c}, &state}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms[sim->state->current]->n) // expected-note{{declared here}}
    sim->atoms[sim->state->current]->n += 1;
    sim->state->current = 2; // expected-error{{sim->atoms[sim->state->current]->n}}
#pragma pointerchain region end
    return c.n;
}
