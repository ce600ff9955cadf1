// A new object is made where the hoisted value lies.
#include <cstdio>
#include <new>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    new (&s->a->n) int(5); // expected-error[address-taken]{{s->a->n}}
    std::printf("%d ", s->a->n);
    new (s->a) A{6}; // expected-error{{s->a}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
