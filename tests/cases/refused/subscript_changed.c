// A subscript of the chain changes in the region.
struct atoms { int n; };
struct sim { struct atoms *atoms[3]; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct sim store = {{&a, &b, &c}}, *sim = &store;
    int i = 0, j = 1;
#pragma pointerchain region begin declare(sim->atoms[i]->n, sim->atoms[j + 1]->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sim->atoms[i]->n += 1;
    i++; // expected-error[subscript-changed]{{subscript 'i' of chain 'sim->atoms[i]->n' is changed in the region}}
    sim->atoms[j + 1]->n += 1; // expected-warning[aliased-write]{{'sim->atoms[j+1]->n' writes member 'n' of chain 'sim->atoms[i]->n' by another path}}
    j = 0; // expected-error[subscript-changed]{{subscript 'j' of chain 'sim->atoms[j+1]->n' is changed in the region}}
#pragma pointerchain region end
    return c.n;
}
