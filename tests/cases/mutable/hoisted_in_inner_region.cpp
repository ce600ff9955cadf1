// expects: same output
// An inner region changes a mutable member of the struct that the outer one hoists by value.
#include <cstdio>

struct C { int v; mutable int hits; int get() const { hits++; return v; } };
struct A { C c; int k; };
struct S { A *a; };

int main()
{
    A a = {{5, 0}, 1};
    S store = {&a}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->c)
    sum += s->a->c.v;
#pragma pointerchain region begin declare(s->a->k)
    sum += s->a->c.get() * s->a->k;
#pragma pointerchain region end
#pragma pointerchain region end
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
