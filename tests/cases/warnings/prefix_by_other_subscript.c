// A link is assigned under a subscript that may be the chain's.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    struct sim sims[2] = {*sim, *sim};
    int i = 2, sum = 0;
#pragma pointerchain region begin declare(sim->list[0]->n, sims[1].atoms->n, sim->list[i]->m) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sum += sim->list[0]->n + sims[1].atoms->n + sim->list[i]->m;
    sim->list[i - 1] = &b; // expected-warning[aliased-write]{{'sim->list[i - 1]' writes member 'list' of chain 'sim->list[0]->n' by another path}}
    sim->list[3] = &a; // expected-warning[aliased-write]{{'sim->list[3]' writes member 'list' of chain 'sim->list[i]->m' by another path}}
    sims[0] = sims[1];
    sims[i - 2] = *sim; // expected-warning[aliased-write]{{'sims[i - 2]' writes member 'sims' of chain 'sims[1].atoms->n' by another path}}
    sum += sim->list[0]->n + sims[1].atoms->n + sim->list[i]->m;
#pragma pointerchain region end
    printf("%d\n", sum);
    return 0;
}
