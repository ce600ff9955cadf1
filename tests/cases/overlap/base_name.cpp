// Overlapping chains through a base class: the link is assigned under the base's name.
#include <cstdio>

struct B { int n; };
struct base { B *b; };
struct A : base { int k; };
struct S { A *a; };

int main()
{
    B b1 = {5}, b2 = {6};
    A a;
    a.b = &b1;
    a.k = 1;
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->b->n);
    s->a->base::b = &b2; // expected-error{{b}}
    std::printf("%d ", s->a->b->n);
    std::printf("%d\n", s->a->k);
#pragma pointerchain region end
    return 0;
}
