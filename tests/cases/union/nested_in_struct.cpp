// The members that share memory are deep in structs and arrays of a union.
#include <cstdio>

struct P { int x, y; };
union V { P p; int all[2]; struct { P q; } in; };
struct A { V v; };
struct S { A *a; };

int main()
{
    A a;
    a.v.p = {1, 2};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->v.p.x) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->v.p.x);
    s->a->v.all[0] = 7; // expected-error[union-member]{{s->a->v}}
    std::printf("%d ", s->a->v.p.x);
    s->a->v.in.q.x = 8; // expected-error[union-member]{{s->a->v}}
    std::printf("%d ", s->a->v.p.x);
    s->a->v.in.q = {9, 9}; // expected-error[union-member]{{s->a->v}}
    std::printf("%d\n", s->a->v.p.x);
#pragma pointerchain region end
    return 0;
}
