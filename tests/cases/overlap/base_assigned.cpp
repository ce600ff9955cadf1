// The base-class part that holds the link between two hoisted chains is assigned.
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
    base other = {&b2};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->b->n);
    static_cast<base &>(*s->a) = other; // expected-error{{s->a}}
    std::printf("%d ", s->a->b->n);
    s->a->base::operator=(base{&b1}); // expected-error{{s->a}}
    std::printf("%d %d\n", s->a->b->n, s->a->k);
#pragma pointerchain region end
    return 0;
}
