// The root belongs to another function.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int first(struct sim *sim);
int first(struct sim *sim) { return sim->atoms->n; }

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms};
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[unresolved-chain]{{chain 'sim->atoms->n' cannot be resolved}}
    store.atoms->n += 1;
#pragma pointerchain region end
    return first(&store);
}
