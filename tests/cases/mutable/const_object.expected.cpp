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
{ const int pc_a_c_v = s->a->c.v;
    sum += pc_a_c_v;
    sum += s->a->c.get();
    sum += s->a->c.hits;
}
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
