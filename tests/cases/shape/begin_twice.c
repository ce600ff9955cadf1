struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[unbalanced-region]{{region}}
#pragma pointerchain region begin
    sim->atoms->n += 1;
#pragma pointerchain region end
    return atoms.n;
}
