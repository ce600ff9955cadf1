// A chain from a macro's body cannot be rewritten for this region alone.
#define COUNT sim->atoms->n // expected-note{{COUNT}}
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
    int a = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    a = COUNT; // expected-error[chain-in-macro]:9{{chain 'sim->atoms->n' comes from the body of macro 'COUNT'}}
#pragma pointerchain region end
    return a;
}
