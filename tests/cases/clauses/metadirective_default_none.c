// What a metadirective may be has a 'default(none)', and no clause can be added to it.
struct atoms { int n; double *x; };
struct sim { struct atoms *atoms; };

static double sum(struct sim *sim)
{
    double r = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{chain 'sim->atoms->n' is declared here}}
#pragma omp metadirective when(user={condition(1)}: parallel for default(none) reduction(+: r) shared(sim)) otherwise(parallel for reduction(+: r)) // expected-note{{'omp metadirective' begins here}}
    for (int i = 0; i < sim->atoms->n; i++) r += i; // expected-error[unknown-construct]{{chain 'sim->atoms->n' is used in 'omp metadirective', which may be a construct with 'default(none)' that does not list the local: write the construct itself}}
#pragma pointerchain region end
    return r;
}

int main(void)
{
    struct atoms atoms = {3, 0};
    struct sim sim = {&atoms};
    return (int)sum(&sim);
}
