// A link is assigned under a subscript that may be the chain's, or is an output of an assembler statement.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    struct sim sims[2] = {*sim, *sim};
    int i = 0, sum = 0;
#pragma pointerchain region begin declare(sim->list[0]->n, sims[1].atoms->n, sim->list[i]->m) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += sim->list[0]->n + sims[1].atoms->n + sim->list[i]->m;
    sim->list[i] = &b; // expected-error[prefix-assigned]{{'sim->list[i]', a prefix of chain 'sim->list[0]->n', is changed in the region}}
    sim->list[1] = &a; // expected-error[prefix-assigned]{{'sim->list[1]', a prefix of chain 'sim->list[i]->m', is changed in the region}}
    sims[0] = sims[1];
    sims[i] = *sim; // expected-error[prefix-assigned]{{'sims[i]', a prefix of chain 'sims[1].atoms->n', is changed in the region}}
    *sim->list = &a; // expected-error[prefix-assigned]{{'*sim->list', a prefix of chain 'sim->list[0]->n', is changed in the region}}
#pragma pointerchain region end
#if defined __x86_64__
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sum += sim->atoms->n;
    __asm__("add %1, %0" : "+r"(sim) : "i"(sizeof *sim)); // expected-error[prefix-assigned]{{'sim', a prefix of chain 'sim->atoms->n', is changed in the region}}
#pragma pointerchain region end
#endif
    return sum;
}
