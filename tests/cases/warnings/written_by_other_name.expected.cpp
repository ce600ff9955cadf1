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
{ int pc_a_n = p->a->n; int pc_a_n_2 = bound->a->n; int pc_r_list_n = keeper.r->list[i]->n; // expected-note{{declared here}} expected-note{{declared here}}
    total += pc_a_n + pc_a_n_2 + pc_r_list_n;
    mine = &s2;
    q = mine; // expected-warning[aliased-write]{{'q' may be 'p', on which chain 'p->a->n' depends, and is written}}
    w[1].s = mine; // expected-warning[aliased-write]{{'w[1].s' may be 'p'}}
    total += mine->a->n;
}
    return total;
}

static int pointers()
{
    int total = 0, i = 0, other = 0, *at = &i, passed = 1;
    S *p = &s1, **where = &p, *plain = &s1, **elsewhere = &plain;
    if (std::scanf("%d", &passed) > 1)
        return 0;
{ int pc_list_n = p->list[i]->n; int pc_list_n_2 = s1.list[passed]->n; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    total += pc_list_n + pc_list_n_2;
    *where = &s2; // expected-warning[aliased-write]{{'*where' may be 'p'}}
    *at = 1; // expected-warning[aliased-write]{{'*at' may be 'i'}}
    *elsewhere = p; // expected-warning[aliased-write]{{'*elsewhere' may be 'p'}}
    other = 1;
}
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
