// The outer region jumps into the inner one.
struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1, 2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    if (sim->atoms->n == 1)
        goto inside; // expected-note{{the 'goto' is here}}
    {
#pragma pointerchain region begin declare(sim->atoms->m)
        sim->atoms->m += 1;
inside: // expected-error[jump-into-region]{{region}}
        sim->atoms->m += 2;
#pragma pointerchain region end
    }
    sim->atoms->n += 1;
#pragma pointerchain region end
    return 0;
}
