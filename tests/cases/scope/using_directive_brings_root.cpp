// expects: same output
// A using-directive in the region brings the root's own name, which was qualified in the chain.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
namespace ns {
A one = {1};
S store = {&one}, *g = &store;
}
namespace alias = ns;

int main()
{
#pragma pointerchain region begin declare(ns::g->a->n)
    ns::g->a->n += 1;
    {
        using namespace alias;
        g->a->n += 10;
    }
    alias::g->a->n += 100;
    {
        using ns::g;
        std::printf("%d ", g->a->n);
    }
#pragma pointerchain region end
    std::printf("%d\n", ns::one.n);
    return 0;
}
