// expects: same output
// A using-declaration in a block hides a root of file scope, and names it again in a block inside.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
namespace ns {
A far = {9};
S store = {&far}, *g = &store;
}
static A one = {1};
static S store = {&one}, *g = &store;

int main()
{
#pragma pointerchain region begin declare(g->a->n)
    g->a->n += 1;
    {
        using ns::g;
        g->a->n += 10;
        {
            using ::g;
            g->a->n += 100;
        }
        std::printf("%d ", g->a->n);
    }
    std::printf("%d ", g->a->n);
#pragma pointerchain region end
    std::printf("%d %d\n", one.n, ns::far.n);
    return 0;
}
