// Control comes in by a case of the switch around the region.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    switch (atoms.n) { // expected-note{{switch}}
    case 1:
#pragma pointerchain region begin declare(sim->atoms->n)
        sim->atoms->n += 1;
    case 2: // expected-error[jump-into-region]{{region}}
        sim->atoms->n += 10;
#pragma pointerchain region end
    }
    return atoms.n;
}
