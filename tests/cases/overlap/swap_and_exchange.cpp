// Library functions re-point the link between two hoisted chains.
#include <cstdio>
#include <utility>

struct B { int n; };
struct A { B *b, *other; };
struct S { A *a; };

int main()
{
    B b1 = {5}, b2 = {6};
    A a = {&b1, &b2};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->b->n);
    std::swap(s->a->b, s->a->other); // expected-error{{s->a->b}}
    std::printf("%d ", s->a->b->n);
    std::exchange(s->a->b, &b1); // expected-error{{s->a->b}}
    std::printf("%d\n", s->a->b->n);
#pragma pointerchain region end
    return 0;
}
