// It ends between a statement and its else.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error{{region}}
    if (atoms.n > 1)
        sim->atoms->n += 1;
#pragma pointerchain region end
    else // expected-note{{expected expression}}
        sim->atoms->n += 2;
    return atoms.n;
}
