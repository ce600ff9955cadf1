// The region's own loop drives the subscript.
struct atoms { int n; };
struct sim { struct atoms *atoms[3]; };

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3};
    struct sim store = {{&a, &b, &c}}, *sim = &store;
    int i;
#pragma pointerchain region begin declare(sim->atoms[i]->n) // expected-note{{declared here}}
    for (i = 0; i < 3; i++) // expected-error[subscript-changed]{{subscript 'i' of chain 'sim->atoms[i]->n'}} expected-note:24{{changed here as well}}
        sim->atoms[i]->n += 1;
#pragma pointerchain region end
    return c.n;
}
