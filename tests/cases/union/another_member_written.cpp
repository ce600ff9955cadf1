// A member of a union is hoisted, another one is written.
#include <cstdio>

union V { int i; unsigned u; unsigned char b[4]; };
struct A { V v; };
struct S { A *a; };

int main()
{
    A a;
    a.v.i = 1;
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->v.i) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->v.i);
    s->a->v.u = 7; // expected-error[union-member]{{s->a->v}}
    std::printf("%d ", s->a->v.i);
    s->a->v.b[0]++; // expected-error[union-member]{{s->a->v}}
    std::printf("%d\n", s->a->v.i);
#pragma pointerchain region end
    return 0;
}
