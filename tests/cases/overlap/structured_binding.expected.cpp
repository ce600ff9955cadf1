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
{ int pc_a_b_n = s->a->b->n; auto *pc_a = s->a; // expected-note{{declared here}}
    std::printf("%d ", pc_a_b_n);
    auto &[link, k] = *pc_a;
    link = &b1; // expected-warning[aliased-write]{{link}}
    std::printf("%d %d\n", pc_a_b_n, k);
}
    return 0;
}
