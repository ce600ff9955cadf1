// expects: same output
// A using-declaration of a base's member in a local class, under the root's name.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
static A two = {2};
struct base { S own = {&two}; S *g = &own; };

int main()
{
    A one = {1};
    static S store = {&one}, *g = &store;
    int sum = 0;
#pragma pointerchain region begin declare(g->a->n)
    struct local : private base {
        using base::g;
        int get() const { return g->a->n; }
    };
    local l;
    sum = g->a->n + l.get() * 10 + l.g->a->n * 100;
#pragma pointerchain region end
    std::printf("%d\n", sum);
    return 0;
}
