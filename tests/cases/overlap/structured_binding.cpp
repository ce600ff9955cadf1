// args: -std=c++17
// A structured binding names the link between two hoisted chains, and writes it.
#include <cstdio>

struct B { int n; };
struct A { B *b; int k; };
struct S { A *a; };

int main()
{
    B b1 = {5};
    A a = {&b1, 1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->b->n);
    auto &[link, k] = *s->a;
    link = &b1; // expected-warning[aliased-write]{{link}}
    std::printf("%d %d\n", s->a->b->n, k);
#pragma pointerchain region end
    return 0;
}
