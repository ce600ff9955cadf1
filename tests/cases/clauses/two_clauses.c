struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc parallel loop pointerchain(sim->atoms->n) pointerchain(sim->atoms->r) // expected-error[repeated-clause]:55{{a second 'pointerchain' clause}}
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += 1;
    return 0;
}
