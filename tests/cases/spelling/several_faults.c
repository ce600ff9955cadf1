// All problems of a file come in one run.
struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declar(sim->atoms->n) // expected-error[unknown-word]{{declar}}
#pragma pointerchain declare(sim->atoms->q) // expected-error[unresolved-chain]{{'sim->atoms->q' cannot be resolved}}
#pragma pointerchain declare(sim->atoms->n) // expected-note{{declared here}}
#pragma pointerchain region begin
    int *p = &sim->atoms->n; // expected-error[address-taken]{{the address of 'sim->atoms->n' is taken in the region}}
    *p += sim->atoms->m;
#pragma pointerchain region end
#pragma pointerchain region end // expected-error[unbalanced-region]{{region}}
    return 0;
}
