// A reference to the link between two hoisted chains is bound, and written through.
#include <cstdio>

struct B { int n; };
struct A { B *b; };
struct S { A *a; };

int main()
{
    B b1 = {5}, b2 = {6};
    A a = {&b1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->b->n);
    B *&link = s->a->b; // expected-error[address-taken]{{s->a->b}}
    link = &b2;
    std::printf("%d\n", s->a->b->n);
#pragma pointerchain region end
    return 0;
}
