// args: -Wno-unused
// A link is an output of an assembler statement, or assigned under a subscript of the same value.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
enum { ONE = 1 };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->n, sim->list[1]->m, sim->list[0]->m) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += sim->atoms->n + sim->list[1]->m + sim->list[0]->m;
    sim->list[ONE] = &b; // expected-error[prefix-assigned]{{'sim->list[ONE]', a prefix of chain 'sim->list[1]->m', is changed in the region}}
    *sim->list = &b; // expected-error[prefix-assigned]{{'*sim->list', a prefix of chain 'sim->list[0]->m', is changed in the region}}
    __asm__("" : "+r"(sim)); // expected-error[prefix-assigned]{{'sim', a prefix of chain 'sim->atoms->n', is changed in the region}}
#pragma pointerchain region end
    return sum + a.n;
}
