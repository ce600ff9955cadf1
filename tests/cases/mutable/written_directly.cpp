// expects: same output
// A mutable member of a const object is hoisted and changed.
#include <cstdio>

struct A { int v; mutable int hits; };
struct S { const A *a; };

int main()
{
    A a = {5, 0};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->hits)
    s->a->hits += 3;
    s->a->hits *= 2;
#pragma pointerchain region end
    std::printf("%d\n", a.hits);
    return 0;
}
