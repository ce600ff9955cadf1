struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n, , sim->atoms->m) // expected-error[empty-entry]{{an entry of 'declare' is empty}}
#pragma pointerchain declare(sim->atoms->n,) // expected-error[empty-entry]{{an entry of 'declare' is empty}}
#pragma pointerchain declare(, sim->atoms->n) // expected-error[empty-entry]{{an entry of 'declare' is empty}}
    return sim->atoms->n;
}
