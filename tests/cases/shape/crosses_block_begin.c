// The region ends inside a block that it holds the beginning of.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{the region begins here}}
    if (atoms.n) {
        sim->atoms->n += 1;
#pragma pointerchain region end // expected-error[unbalanced-region]:22{{'region end' stands in another block than its 'region begin'}}
    }
    return atoms.n;
}
