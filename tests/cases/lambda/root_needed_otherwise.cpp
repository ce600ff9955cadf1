// A lambda captures the root, and uses it for a hoisted chain and for another member.
#include <cstdio>

struct A { int n; };
struct S { A *a; int k; };

int main()
{
    A a = {1};
    S store = {&a, 5}, *s = &store;
#pragma pointerchain region begin declare(s->a->n)
    auto both = [s](int i) { return s->a->n * i + s->k; };
    auto one = [s](int i) { return s->a->n * i; };
    std::printf("%d %d\n", both(2), one(3));
#pragma pointerchain region end
    return 0;
}
