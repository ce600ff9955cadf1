// expects: same output
// A lambda that captures by reference calls the const function that changes a mutable member.
#include <cstdio>

struct C { int v; mutable int hits; int get() const { hits++; return v; } };
struct A { C c; };
struct S { A *a; };

int main()
{
    A a = {{5, 0}};
    S store = {&a}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a)
    auto get = [&] { return s->a->c.get(); };
    sum = get() + get();
#pragma pointerchain region end
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
