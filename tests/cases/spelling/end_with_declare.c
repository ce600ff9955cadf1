struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
#pragma pointerchain region end declare(sim->atoms->n) // expected-error[trailing-text]{{declare}}
    return 0;
}
