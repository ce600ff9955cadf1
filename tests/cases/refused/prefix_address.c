// The address of a prefix is taken: the region could reassign it through that.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

static void swap(struct atoms **a, struct atoms *b) { *a = b; }

int main(void)
{
    struct atoms atoms = {1}, others = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += 1;
    swap(&sim->atoms, &others); // expected-error[address-taken]{{'sim->atoms'}}
    sim->atoms->n += 1;
#pragma pointerchain region end
    return others.n;
}
