// Two declared chains that may lead to one object, one of which changes; and some that cannot.
#include <stdio.h>

struct part { int n; };
struct atoms { int n, m; struct part one, other; };
struct sim { struct atoms *list[3]; };

int main(void)
{
    struct atoms a = {1, 2, {3}, {4}}, b = {5, 6, {7}, {8}};
    struct sim store = {{&a, &b, &a}}, *sim = &store, second = {{&b, &a, &b}}, *more = &second;
    int i = 0, j = 1;
#pragma pointerchain region begin declare(sim->list[i]->n, sim->list[j]->n) // expected-note{{declared here}}
    sim->list[i]->n++;
    sim->list[j]->n += 10; // expected-warning[aliased-write]{{'sim->list[j]->n' writes member 'n' of chain 'sim->list[i]->n' by another path}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->list[0]->m, more->list[0]->m) // expected-note{{declared here}}
    sim->list[0]->m++; // expected-warning[aliased-write]{{'sim->list[0]->m' writes member 'm' of chain 'more->list[0]->m' by another path}}
    i += more->list[0]->m;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->list[1]->one.n, sim->list[1]->other.n)
    sim->list[1]->one.n += sim->list[1]->other.n;
#pragma pointerchain region end
    i = 0;
#pragma pointerchain region begin declare(sim->list[i]->n, sim->list[i + 1]->n, sim->list[i + 2]->m)
    sim->list[i]->n += sim->list[i + 1]->n + sim->list[i + 2]->m;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->list[i]->n, more->list[i]->n)
    j += sim->list[i]->n + more->list[i]->n;
#pragma pointerchain region end
    printf("%d %d %d %d\n", i, j, a.n, b.n);
    return 0;
}
