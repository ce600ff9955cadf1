// A lambda captures the root, and uses it for a hoisted chain and for another member.
#include <cstdio>

struct A { int n; };
struct S { A *a; int k; };

int main()
{
    A a = {1};
    S store = {&a, 5}, *s = &store;
{ int pc_a_n = s->a->n;
    auto both = [s, pc_a_n](int i) { return pc_a_n * i + s->k; };
    auto one = [pc_a_n](int i) { return pc_a_n * i; };
    std::printf("%d %d\n", both(2), one(3));
}
    return 0;
}
