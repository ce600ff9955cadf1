// What is no chain.
struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2}, plain = 3;
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(42) // expected-error[bad-chain]{{42}}
#pragma pointerchain declare(plain) // expected-error[bad-chain]{{plain}}
#pragma pointerchain declare(sim->atoms->n + 1) // expected-error[bad-chain]{{+}}
#pragma pointerchain declare(&sim->atoms->n) // expected-error[bad-chain]{{&}}
#pragma pointerchain declare("sim->atoms->n") // expected-error[bad-chain]{{chain}}
#pragma pointerchain declare(sim->) // expected-error[bad-chain]{{expected a member's name after '->'}}
#pragma pointerchain declare(->n) // expected-error[bad-chain]{{->}}
#pragma pointerchain declare(sim->atoms->n ? sim->atoms->r : 0) // expected-error[bad-chain]{{?}}
#pragma pointerchain declare(sim->->n) // expected-error[bad-chain]{{->}}
    return plain + sim->atoms->n;
}
