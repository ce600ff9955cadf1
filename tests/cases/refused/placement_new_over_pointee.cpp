// A new object is made where the root points to.
#include <cstdio>
#include <new>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1}, b = {2};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    new (s) S{&b}; // expected-error{{s}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
