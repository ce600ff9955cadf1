// args: -std=c++17
// A generic lambda's parameter of deduced reference type is the chain.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    auto add = [](auto &&x) { x += 4; };
#pragma pointerchain region begin declare(s->a->n)
    add(s->a->n);
    std::printf("%d ", s->a->n);
#pragma pointerchain region end
    std::printf("%d\n", a.n);
    return 0;
}
