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
{ auto pc_a_c = s->a->c; struct pc_guard_0_t { decltype(pc_a_c) &to0; decltype(pc_a_c) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->c, pc_a_c};
    sum += pc_a_c.get();
    pc_a_c.inner.hit();
    pc_a_c.inner.hits += 10;
}
    std::printf("%d %d\n", sum, a.c.inner.hits);
    return 0;
}
