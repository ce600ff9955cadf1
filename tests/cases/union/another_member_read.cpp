// A member of a union is hoisted and changed, another one is read.
#include <cstdio>

union V { int i; unsigned u; };
struct A { V v; };
struct S { A *a; };

int main()
{
    A a;
    a.v.i = 1;
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->v.i) // expected-note{{declared here}}
    s->a->v.i = 7;
    std::printf("%u\n", s->a->v.u); // expected-error[union-member]{{s->a->v}}
#pragma pointerchain region end
    return 0;
}
