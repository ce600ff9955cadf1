// A member of an anonymous union is hoisted, another one is written and read.
#include <cstdio>

struct A { union { int i; unsigned u; struct { short low, high; } half; }; int k; };
struct S { A *a; };

int main()
{
    A a;
    a.i = 1;
    a.k = 2;
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->i, s->a->k) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->i);
    s->a->u = 7; // expected-error[union-member]{{s->a->}}
    std::printf("%d ", s->a->i);
    s->a->half.low = 3; // expected-error[union-member]{{s->a->}}
    std::printf("%d %d\n", s->a->i, s->a->k);
#pragma pointerchain region end
    return 0;
}
