// In C++ the included text binds a reference to the link, which a later statement of the region writes.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define LINK s->a

int main()
{
    A a = {1}, b = {2};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
#include "effect.inc" // expected-error@*{{a}} expected-note@*{{it is used here}}
    link = &b;
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
