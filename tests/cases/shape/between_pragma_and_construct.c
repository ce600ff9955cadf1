// A region's beginning may not part a pragma from its construct.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma omp parallel for // expected-note{{the statement of 'omp parallel for' follows}}
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error{{region}}
    for (int i = 0; i < sim->atoms->n; i++)
        (void)i;
#pragma pointerchain region end
    return atoms.n;
}
