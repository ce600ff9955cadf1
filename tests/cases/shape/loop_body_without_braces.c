struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    for (int i = 0; i < 2; i++)
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[missing-braces]{{region}}
        sim->atoms->n += 1;
#pragma pointerchain region end
    return atoms.n;
}
