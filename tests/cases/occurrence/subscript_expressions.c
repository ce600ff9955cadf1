// Subscripts that look like side effects or calls, and are none.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms[4]; };
#define AT(i) ((i) + 0)

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3}, d = {4};
    struct sim store = {{&a, &b, &c, &d}}, *sim = &store;
    int i = 1, j = 2, table[2] = {2, 1};
#pragma pointerchain declare(sim->atoms[i == j]->n, sim->atoms[(i <= j) + (i != j)]->n, sim->atoms[(int)sizeof(char)]->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin declare(sim->atoms[i ? 3 : 0]->n)
    sim->atoms[i == j]->n += 10;
    sim->atoms[(i <= j) + (i != j)]->n += 100; // expected-warning[aliased-write]{{'sim->atoms[(i<=j)+(i!=j)]->n' writes member 'n' of chain 'sim->atoms[i==j]->n' by another path}}
    sim->atoms[(int)sizeof(char)]->n += 1000; // expected-warning[aliased-write]{{'sim->atoms[(int)sizeof(char)]->n' writes member 'n' of chain 'sim->atoms[i==j]->n' by another path}}
    sim->atoms[i ? 3 : 0]->n += 10000; // expected-warning[aliased-write]{{'sim->atoms[i?3:0]->n' writes member 'n' of chain 'sim->atoms[i==j]->n' by another path}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms[AT(2)]->n, sim->atoms[-i + 2]->n) // expected-note{{declared here}}
    sim->atoms[AT(2)]->n *= 2;
    sim->atoms[-i + 2]->n *= 3; // expected-warning[aliased-write]{{'sim->atoms[-i+2]->n' writes member 'n' of chain 'sim->atoms[AT(2)]->n' by another path}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms[table[i]]->n)
    sim->atoms[table[i]]->n -= 5;
#pragma pointerchain region end
    printf("%d %d %d %d\n", a.n, b.n, c.n, d.n);
    return 0;
}
