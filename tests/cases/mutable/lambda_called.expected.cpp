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
{ auto *pc_a = s->a;
    auto get = [&, pc_a] { return pc_a->c.get(); };
    sum = get() + get();
}
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
