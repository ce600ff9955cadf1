// A macro spells a part of the chain, and nothing in the region names what its body names.
#include <stdio.h>

struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
#define ATOMS atoms
#define CURRENT current
#define LAST (COUNT - 1)
#define COUNT 2

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int current = 1;
#pragma pointerchain region begin declare(sim->ATOMS->n, sim->list[CURRENT]->n, sim->list[LAST]->m) // expected-note{{declared here}}
    sim->ATOMS->n += 1;
    sim->list[CURRENT]->n += 2; // expected-warning[aliased-write]{{'sim->list[CURRENT]->n' writes member 'n' of chain 'sim->ATOMS->n' by another path}}
    sim->list[LAST]->m += COUNT;
#pragma pointerchain region end
    printf("%d %d %d %d\n", a.n, b.n, b.m, sim->k + current);
    return 0;
}
