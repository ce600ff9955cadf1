// Control comes in by goto.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    if (atoms.n > 1)
        goto inside; // expected-note{{the 'goto' is here}}
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
inside: // expected-error[jump-into-region]{{region}}
    sim->atoms->n += 10;
#pragma pointerchain region end
    return atoms.n;
}
