// A macro with a name of the chain, in the region: the same tokens mean another object after it.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
#define FIRST 0

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    struct sim more = {&b, {&b}, 2}, *other = &more;
    int sum = other->k;
#pragma pointerchain region begin declare(sim->atoms->n, sim->list[FIRST]->m) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += sim->atoms->n + sim->list[FIRST]->m;
#define n m // expected-error[unstable-macro]{{'n', which spells chain 'sim->atoms->n', is defined or undefined in the region}}
#define sim other // expected-error[unstable-macro]{{'sim', which spells chain 'sim->atoms->n', is defined or undefined in the region}}
#undef FIRST // expected-error[unstable-macro]{{'FIRST', which spells chain 'sim->list[FIRST]->m', is defined or undefined in the region}}
#define FIRST 1 // expected-error[unstable-macro]{{'FIRST', which spells chain 'sim->list[FIRST]->m', is defined or undefined in the region}}
    sum += sim->atoms->n + sim->list[FIRST]->m;
#undef n // expected-error[unstable-macro]{{'n', which spells chain 'sim->atoms->n', is defined or undefined in the region}}
#undef sim // expected-error[unstable-macro]{{'sim', which spells chain 'sim->atoms->n', is defined or undefined in the region}}
#pragma pointerchain region end
    return sum;
}
