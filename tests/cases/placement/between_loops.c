// A directive for several loops takes no block between them: neither a region of one statement nor one with an end.
#define DEEP 2
struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2, 3};
    struct sim store = {&atoms}, *sim = &store;
    int r = 0;
#pragma omp parallel for collapse(2) reduction(+ : r) // expected-note{{'omp parallel for' begins here}}
    for (int i = 0; i < 3; i++)
#pragma pointerchain region declare(sim->atoms->n) // expected-error[split-construct]{{the region stands between the loops of 'omp parallel for': put it around 'omp parallel for', or into the innermost loop}}
        for (int j = 0; j < 3; j++) r += sim->atoms->n;
#pragma omp for ordered(DEEP) // expected-note{{begins here}}
    for (int i = 0; i < 3; i++) {
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[split-construct]{{between the loops of 'omp for'}}
        for (int j = 0; j < 3; j++) r += sim->atoms->n;
#pragma pointerchain region end
    }
#pragma acc parallel loop tile(2, 2) reduction(+ : r) // expected-note{{begins here}}
    for (int i = 0; i < 3; i++)
#pragma acc loop pointerchain(sim->atoms->m) // expected-error[split-construct]{{between the loops of 'acc parallel loop'}}
        for (int j = 0; j < 3; j++) r += sim->atoms->m;
    return r - 63;
}
