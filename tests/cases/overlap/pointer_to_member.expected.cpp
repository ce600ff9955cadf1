// A pointer to a member writes what may be the link between two hoisted chains.
#include <cstdio>

struct B { int n; };
struct A { B *b, *other; };
struct S { A *a; };

int main()
{
    B b1 = {5}, b2 = {6};
    A a = {&b1, &b1};
    S store = {&a}, *s = &store;
    B *A::*link = &A::other;
{ int pc_a_b_n = s->a->b->n; auto *pc_a = s->a; // expected-note{{declared here}}
    std::printf("%d ", pc_a_b_n);
    pc_a->*link = &b2; // expected-warning[aliased-write]{{link}}
    std::printf("%d %d\n", pc_a_b_n, pc_a->other == &b2);
}
    return 0;
}
