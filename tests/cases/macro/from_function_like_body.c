#define ATOM(i) (sim->atoms->r[i]) // expected-note{{ATOM}}
struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {5, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->r) // expected-note{{declared here}}
    ATOM(1) = 9; // expected-error[chain-in-macro]{{chain 'sim->atoms->r' comes from the body of macro 'ATOM'}}
#pragma pointerchain region end
    return r[1];
}
