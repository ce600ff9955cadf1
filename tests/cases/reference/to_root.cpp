// expects: same output
// A local reference, and a capture's, is bound to the root and names the same object.
#include <cstdio>

struct A { int n; };
struct S { A *a; int k; };

int main()
{
    A one = {1};
    S store = {&one, 1}, &s = store;
#pragma pointerchain region begin declare(s.a)
    auto &r = s;
    (void)r;
    std::printf("%d %d ", r.a->n, s.a->n);
    std::printf("%d\n", [&c = s] { return c.a->n + c.k; }());
#pragma pointerchain region end
    return 0;
}
