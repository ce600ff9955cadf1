// The link between two hoisted chains is one side of a conditional that is assigned.
#include <cstdio>

struct B { int n; };
struct A { B *b, *other; };
struct S { A *a; };

int main()
{
    B b1 = {5}, b2 = {6};
    A a = {&b1, &b1};
    S store = {&a}, *s = &store;
    bool first = b1.n == 5;
    int k = 0;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->b->n);
    (first ? s->a->b : s->a->other) = &b2; // expected-error[prefix-assigned]{{s->a->b}}
    std::printf("%d ", s->a->b->n);
    (k++, s->a->b) = &b1; // expected-error[prefix-assigned]{{s->a->b}}
    std::printf("%d %d\n", s->a->b->n, k);
#pragma pointerchain region end
    return 0;
}
