// Nothing follows that could be the construct.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {4};
    struct sim store = {&atoms}, *sim = &store;
    if (sim->atoms->n) {
#pragma acc parallel loop pointerchain(sim->atoms->n) // expected-error[missing-statement]{{no statement follows 'acc parallel loop'}}
    }
    return 0;
}
