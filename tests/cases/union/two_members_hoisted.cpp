// Two members of one union are hoisted: one is written, the other read.
#include <cstdio>

union V { float f; unsigned u; };
struct A { V v; };
struct S { A *a; };

int main()
{
    A a;
    a.v.u = 0;
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->v.f, s->a->v.u) // expected-note{{declared here}} expected-note{{declared here}}
    s->a->v.f = 1.0f; // expected-error[union-member]{{s->a->v}}
    std::printf("%x\n", s->a->v.u); // expected-error[union-member]{{s->a->v}}
#pragma pointerchain region end
    return 0;
}
