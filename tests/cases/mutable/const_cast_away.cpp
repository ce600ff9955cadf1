// The hoisted struct's constness is cast away.
#include <cstdio>

struct A { int n; };
struct S { const A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    const_cast<int &>(s->a->n) = 7; // expected-error{{s->a->n}}
    std::printf("%d ", s->a->n);
    const_cast<A *>(s->a)->n = 8; // expected-error{{n}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
