struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
again: // expected-error[jump-into-region]{{region}}
    sim->atoms->n += 10;
#pragma pointerchain region end
    if (atoms.n < 50)
        goto again; // expected-note{{the 'goto' is here}}
    return atoms.n;
}
