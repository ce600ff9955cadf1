// expects: same output
// A local reference, and a capture's, is bound to the root and names the same object.
#include <cstdio>

struct A { int n; };
struct S { A *a; int k; };

int main()
{
    A one = {1};
    S store = {&one, 1}, &s = store;
{ auto *pc_a = s.a;
    auto &r = s;
    (void)r;
    std::printf("%d %d ", pc_a->n, pc_a->n);
    std::printf("%d\n", [&c = s, pc_a] { return pc_a->n + c.k; }());
}
    return 0;
}
