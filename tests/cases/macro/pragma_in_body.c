// A macro's body holds a pragma that names the chain: it cannot be rewritten for this region alone.
#define PARALLEL_FOR _Pragma("omp parallel for reduction(+:sim->atoms->energy)") for // expected-note{{PARALLEL_FOR}}
struct atoms { int n; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->energy) // expected-note{{declared here}}
    PARALLEL_FOR (int i = 0; i < 3; i++) // expected-error[chain-in-macro]{{chain 'sim->atoms->energy' comes from the body of macro 'PARALLEL_FOR'}}
        sim->atoms->energy += i;
#pragma pointerchain region end
    return (int)atoms.energy;
}
