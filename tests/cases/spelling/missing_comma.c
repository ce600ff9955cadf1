struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n{int} sim->atoms->m{int}) // expected-error[bad-type]:49{{unexpected 'sim' after the type}}
    return sim->atoms->n;
}
