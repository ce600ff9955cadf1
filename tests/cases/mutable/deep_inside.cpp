// expects: same output
// The mutable member lies deeper in the hoisted struct: in a base and in a member.
#include <cstdio>

struct counter { mutable int hits; void hit() const { hits++; } };
struct C { int v; counter inner; int get() const { inner.hit(); return v; } };
struct D : counter { int v; int get() const { hit(); return v; } };
struct A { C c; };
struct S { A *a; D *d; };

int main()
{
    A a = {{5, {0}}};
    S store = {&a, nullptr}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->c)
    sum += s->a->c.get();
    s->a->c.inner.hit();
    s->a->c.inner.hits += 10;
#pragma pointerchain region end
    std::printf("%d %d\n", sum, a.c.inner.hits);
    return 0;
}
