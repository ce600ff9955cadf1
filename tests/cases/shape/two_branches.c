// It begins in one branch and ends in the other.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    if (atoms.n) {
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{the region begins here}}
        sim->atoms->n += 1;
    } else {
        sim->atoms->n += 2;
#pragma pointerchain region end // expected-error[unbalanced-region]:22{{'region end' stands in another block than its 'region begin'}}
    }
    return atoms.n;
}
