// A link lies in a union, and the pointer beside it is re-pointed.
#include <cstdio>

struct B { int n; };
struct A { union { B *b; B *c; }; };
struct S { A *a; };

int main()
{
    B one = {1}, two = {2};
    A a;
    a.b = &one;
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->b->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->b->n);
    s->a->c = &two; // expected-error{{s->a->}}
    std::printf("%d\n", s->a->b->n);
#pragma pointerchain region end
    return 0;
}
