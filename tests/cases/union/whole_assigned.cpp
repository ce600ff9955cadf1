// The whole union is assigned, and is bound to a reference, while a member is hoisted.
#include <cstdio>

union V { int i; unsigned u; };
struct A { V v; };
struct S { A *a; };

int main()
{
    A a;
    a.v.i = 1;
    V other;
    other.i = 5;
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->v.i) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->v.i);
    s->a->v = other; // expected-error[prefix-assigned]{{s->a->v}}
    std::printf("%d ", s->a->v.i);
    unsigned &u = s->a->v.u; // expected-error{{s->a->v}}
    u = 9;
    std::printf("%d\n", s->a->v.i);
#pragma pointerchain region end
    return 0;
}
