// A pointer to a member writes what may be the link between two hoisted chains.
#include <cstdio>

struct B { int n; };
struct A { B *b, *other; };
struct S { A *a; };

int main()
{
    B b1 = {5}, b2 = {6};
    A a = {&b1, &b1};
    S store = {&a}, *s = &store;
    B *A::*link = &A::other;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->b->n);
    s->a->*link = &b2; // expected-warning[aliased-write]{{link}}
    std::printf("%d %d\n", s->a->b->n, s->a->other == &b2);
#pragma pointerchain region end
    return 0;
}
