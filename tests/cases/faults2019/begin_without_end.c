// 2019: unbalanced regions were accepted.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n)
#pragma pointerchain region begin // expected-error[unbalanced-region]{{region}}
    sim->atoms->n += 1;
    return 0;
}
