// A pointer to the member itself, spelled in place, re-points the link of a hoisted chain.
#include <cstdio>

struct B { int n; };
struct A { B *b, *other; };
struct S { A *a; };

int main()
{
    B b1 = {5}, b2 = {6};
    A a = {&b1, &b1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->b->n);
    s->a->*(&A::b) = &b2; // expected-error[prefix-assigned]{{b}}
    std::printf("%d\n", s->a->b->n);
#pragma pointerchain region end
    return 0;
}
