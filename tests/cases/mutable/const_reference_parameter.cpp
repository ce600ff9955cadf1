// expects: same output
// A hoisted struct with a mutable member is given to a const reference: the function changes that member.
#include <cstdio>

struct C { int v; mutable int hits; };
struct A { C c; };
struct S { A *a; };
static int look(const C &c) { return ++c.hits + c.v; }

int main()
{
    A a = {{5, 0}};
    S store = {&a}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->c)
    sum += look(s->a->c);
    sum += look(s->a->c);
#pragma pointerchain region end
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
