// Between declare and region another variable takes the root's name.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n) // expected-note{{declared here}}
    {
        struct sim *sim = &store; // expected-note{{another variable of the name is declared here}}
#pragma pointerchain region begin // expected-error[root-not-visible]{{the root 'sim' of chain 'sim->atoms->n' is not visible}}
        sim->atoms->n += 1;
#pragma pointerchain region end
    }
    return sim->atoms->n;
}
