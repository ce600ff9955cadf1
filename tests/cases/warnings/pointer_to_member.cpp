// expects: same output
// A pointer to a member may be the hoisted value's: a write through it is another path.
#include <cstdio>

struct A { int n, m; };
struct S { A *a; };

int main()
{
    A a = {1, 2};
    S store = {&a}, *s = &store;
    int A::*which = &A::m;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    s->a->*which = 5; // expected-warning[aliased-write]{{which}}
    (*s->a).*which += 1; // expected-warning[aliased-write]{{which}}
    std::printf("%d %d\n", s->a->n, s->a->m);
#pragma pointerchain region end
    return 0;
}
