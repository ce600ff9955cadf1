// expects: same output
// Lambdas that are called where they are, by the library's algorithms, and by functions that only call them.
#include <algorithm>
#include <cstdio>
#include <functional>

struct A { int n; int *r; };
struct S { A *a; };
template <class F> static int call(F f) { return f(); }
template <class F> static int call_reference(const F &f) { return call(f); }
static int call_erased(const std::function<int()> &f) { return f(); }

int main()
{
    int r[3] = {1, 2, 3};
    A a = {3, r};
    S store = {&a}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->r)
    sum += [=] { return s->a->n; }();
    sum += call([=] { return s->a->n; });
    sum += call_reference([s] { return s->a->n; });
    sum += call_erased([=] { return s->a->n; });
    std::for_each(s->a->r, s->a->r + 3, [=](int &x) { x *= s->a->n; });
    sum += (int)std::count_if(s->a->r, s->a->r + 3, [s](int x) { return x > s->a->n; });
#pragma pointerchain region end
    std::printf("%d %d\n", sum, r[2]);
    return 0;
}
