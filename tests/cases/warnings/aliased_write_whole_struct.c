// Whole structs of a link's or the member's type under other names; near misses: types that hold no part of the chain.
#include <stdio.h>
#include <string.h>

struct vec { int x, y; };
struct atoms { int n; struct vec pos, vel; };
struct sim { struct atoms *atoms; struct vec box; };
struct both { struct atoms first; int k; };
static struct atoms shared;

int main(void)
{
    struct atoms atoms = {2, {1, 2}, {3, 4}}, others = {3, {1, 2}, {3, 4}}, plain = others;
    struct both pair = {others, 1}, *two = &pair;
    struct sim store = {&atoms, {1, 2}}, *sim = &store, *second = &store;
    struct atoms *a = &others, list[2] = {others, others};
    struct vec v = {5, 6}, *w = &v;
    int total = 0, k = 1;
#pragma pointerchain region begin declare(sim->atoms->pos.x) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    total += sim->atoms->pos.x;
    a[k - 1] = plain; // expected-warning[aliased-write]:5{{'a[k - 1]' writes member 'pos' of chain 'sim->atoms->pos.x'}}
    a->pos = v; // expected-warning[aliased-write]{{'a->pos' writes member 'pos'}}
    *w = a->vel; // expected-warning[aliased-write]{{'*w' writes member 'x'}}
    two->first = plain; // expected-warning[aliased-write]{{'two->first' writes member 'pos'}}
    *two = pair; // expected-warning[aliased-write]{{'*two' writes member 'pos'}}
    others = plain; // expected-warning[aliased-write]{{'others' writes member 'pos'}}
    shared = plain; // expected-warning[aliased-write]{{'shared' writes member 'pos'}}
    *second = store; // expected-warning[aliased-write]{{'*second' writes member 'atoms'}}
    memcpy(a, &plain, sizeof *a); // expected-warning[aliased-write]{{'a' writes member 'pos'}}
    memset(&a->pos, 0, sizeof a->pos); // expected-warning[aliased-write]{{'&a->pos' writes member 'x'}}
    a->vel = v;
    sim->box = v;
    list[k] = plain;
    memset(list[k].pos.x ? (void *)&total : (void *)&k, 0, sizeof k);
    {
        struct atoms own;
        own = plain;
        memset(&own, 0, sizeof own);
        total += own.n;
    }
    total += sim->atoms->pos.x;
#pragma pointerchain region end
    printf("%d %d %d\n", total, others.n, list[1].n + shared.n);
    return 0;
}
