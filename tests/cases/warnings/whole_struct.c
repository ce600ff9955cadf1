// Structs that are read and assigned as a whole, by no path of the chain's, and some that cannot be the chain's.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms, own, list[2]; };

static int count(struct atoms a) { return a.n; }
static struct atoms last(struct sim *sim, struct atoms *more)
{
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n++;
    if (sim->own.m)
        return *more; // expected-warning[aliased-read]{{'*more' reads member 'n' of chain 'sim->atoms->n' by another path while the region changes it}}
#pragma pointerchain region end
    return sim->own;
}

int main(void)
{
    struct atoms a = {1, 2}, b = {3, 4}, *more = &b, copy, hidden;
    struct sim store = {&a, {5, 6}, {{7, 8}, {9, 10}}}, *sim = &store, other;
    int i = 0, total = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    sim->atoms->n++;
    copy = *more; // expected-warning[aliased-read]{{'*more' reads member 'n'}}
    hidden = copy;
    total += count(*more); // expected-warning[aliased-read]{{'*more' reads member 'n'}}
    total += count(sim->own); // expected-warning[aliased-read]{{'sim->own' reads member 'n'}}
    struct atoms third = sim->list[i]; // expected-warning[aliased-read]{{'sim->list[i]' reads member 'n'}}
    other = store; // expected-warning[aliased-read]{{'store' reads member 'n'}}
    sim->list[1 - i] = hidden; // expected-warning[aliased-write]{{'sim->list[1 - i]' writes member 'n'}}
    (*more) = third; // expected-warning[aliased-write]{{'*more' writes member 'n'}}
    b = hidden; // expected-warning[aliased-write]{{'b' writes member 'n'}}
    total += (int)sizeof(*more) + (more + 1)[-1].m;
    other.list[0] = third;
    sim->atoms->n++;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n)
    total += sim->atoms->n;
    copy = *more;
#pragma pointerchain region end
    copy = last(sim, more);
    printf("%d %d %d %d\n", total, a.n, copy.n, other.own.n);
    return 0;
}
