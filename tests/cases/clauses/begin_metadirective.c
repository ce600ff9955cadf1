// A directive that may be any other, over all statements up to its end.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {4};
    struct sim store = {&atoms}, *sim = &store;
    int by = 2;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma omp begin metadirective when(device={kind(gpu)}: parallel) // expected-note{{begins here}}
    by += 1;
    sim->atoms->n += by; // expected-error[unknown-construct]{{chain 'sim->atoms->n' is changed in 'omp begin metadirective', which may be any construct: write the construct itself}}
#pragma omp end metadirective
#pragma pointerchain region end
    return atoms.n;
}
