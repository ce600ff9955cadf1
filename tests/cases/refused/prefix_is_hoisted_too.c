// A hoisted pointer that is re-pointed is a prefix of another hoisted chain.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, others = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms, sim->atoms->n) // expected-note{{'sim->atoms->n' is declared here}}
    sim->atoms->n += 1;
    sim->atoms = &others; // expected-error[prefix-assigned]{{'sim->atoms', a prefix of chain 'sim->atoms->n', is changed in the region}}
    sim->atoms->n += 1;
#pragma pointerchain region end
    return 0;
}
