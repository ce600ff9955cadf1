// The root or a subscript is a name of a place, or a pointer or reference to it is kept, and that is written.
#include <cstdio>

struct A { int n; };
struct S { A *a; A *list[2]; };
struct Pair { S *s; int k; };
struct Keeper { S *&r; };
static A a1 = {1}, a2 = {2};
static S s1 = {&a1, {&a1, &a2}}, s2 = {&a2, {&a2, &a1}};

static int references(S *&p, S *&q, Pair *w, int &i)
{
    int total = 0;
    S *&bound = w->s, *mine = p;
    Keeper keeper = {q};
#pragma pointerchain region begin declare(p->a->n, bound->a->n, keeper.r->list[i]->n) // expected-note{{declared here}} expected-note{{declared here}}
    total += p->a->n + bound->a->n + keeper.r->list[i]->n;
    mine = &s2;
    q = mine; // expected-warning[aliased-write]{{'q' may be 'p', on which chain 'p->a->n' depends, and is written}}
    w[1].s = mine; // expected-warning[aliased-write]{{'w[1].s' may be 'p'}}
    total += mine->a->n;
#pragma pointerchain region end
    return total;
}

static int pointers()
{
    int total = 0, i = 0, other = 0, *at = &i, passed = 1;
    S *p = &s1, **where = &p, *plain = &s1, **elsewhere = &plain;
    if (std::scanf("%d", &passed) > 1)
        return 0;
#pragma pointerchain region begin declare(p->list[i]->n, s1.list[passed]->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    total += p->list[i]->n + s1.list[passed]->n;
    *where = &s2; // expected-warning[aliased-write]{{'*where' may be 'p'}}
    *at = 1; // expected-warning[aliased-write]{{'*at' may be 'i'}}
    *elsewhere = p; // expected-warning[aliased-write]{{'*elsewhere' may be 'p'}}
    other = 1;
#pragma pointerchain region end
    return total + other;
}

int main()
{
    Pair pairs[2] = {{&s1, 0}, {&s1, 1}};
    S *p = &s1, *q = &s1;
    int i = 1;
    int total = references(p, q, pairs, i) + pointers();
    std::printf("%d\n", total > 0);
}
