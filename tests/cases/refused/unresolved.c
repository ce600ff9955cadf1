// What Clang cannot resolve, it says why.
struct hidden;
struct atoms { int n; int *r; struct hidden *hidden; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[1] = {0};
    struct atoms atoms = {5, r, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->count) // expected-error[unresolved-chain]{{chain 'sim->atoms->count' cannot be resolved: no member named 'count' in 'struct atoms'}}
#pragma pointerchain declare(sum->atoms->n) // expected-error[unresolved-chain]{{chain 'sum->atoms->n' cannot be resolved}}
#pragma pointerchain declare(sim.atoms->n) // expected-error[unresolved-chain]{{chain 'sim.atoms->n' cannot be resolved}}
#pragma pointerchain declare(sim->atoms->n->x) // expected-error[unresolved-chain]{{chain 'sim->atoms->n->x' cannot be resolved}}
#pragma pointerchain declare(sim->atoms->hidden->x) // expected-error[unresolved-chain]{{chain 'sim->atoms->hidden->x' cannot be resolved}}
#pragma pointerchain declare(sim->atoms[sim]->n) // expected-error[unresolved-chain]{{chain 'sim->atoms[sim]->n' cannot be resolved}}
    return sim->atoms->n;
}
