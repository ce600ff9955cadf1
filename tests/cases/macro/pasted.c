// A chain whose member name a macro pastes together.
#define MEMBER(s, name) (s)->atoms->n_##name // expected-note{{MEMBER}}
struct atoms { int n_a; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n_a) // expected-note{{declared here}}
    MEMBER(sim, a) += 1; // expected-error[chain-in-macro]{{chain 'sim->atoms->n_a' comes from the body of macro 'MEMBER'}}
#pragma pointerchain region end
    return atoms.n_a;
}
