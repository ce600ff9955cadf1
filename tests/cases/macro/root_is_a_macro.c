// The root is spelled by a macro that names a variable.
#define SIM sim // expected-note{{SIM}}
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    SIM->atoms->n += 1; // expected-error[chain-in-macro]{{chain 'sim->atoms->n' comes from the body of macro 'SIM'}}
#pragma pointerchain region end
    return atoms.n;
}
