// expects: same output
// The hoisted struct is const, and has a mutable member.
#include <cstdio>

struct C { int v; mutable int hits; int get() const { hits++; return v; } };
struct A { C c; };
struct S { const A *a; };

int main()
{
    A a = {{5, 0}};
    S store = {&a}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->c.v)
    sum += s->a->c.v;
    sum += s->a->c.get();
    sum += s->a->c.hits;
#pragma pointerchain region end
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
