struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare sim->atoms->n) // expected-error[incomplete-directive]{{(}}
    return sim->atoms->n;
}
