// It begins in the middle of a statement.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    atoms.n = // expected-note@+1{{expected expression}}
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[split-statement]{{region}}
        1;
    sim->atoms->n += 1;
#pragma pointerchain region end
    return atoms.n;
}
