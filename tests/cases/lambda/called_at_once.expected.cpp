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
{ int pc_a_n = s->a->n; int *pc_a_r = s->a->r;
    sum += [=] { return pc_a_n; }();
    sum += call([=] { return pc_a_n; });
    sum += call_reference([pc_a_n] { return pc_a_n; });
    sum += call_erased([=] { return pc_a_n; });
    std::for_each(pc_a_r, pc_a_r + 3, [=](int &x) { x *= pc_a_n; });
    sum += (int)std::count_if(pc_a_r, pc_a_r + 3, [pc_a_n](int x) { return x > pc_a_n; });
}
    std::printf("%d %d\n", sum, r[2]);
    return 0;
}
