// expects: same output
// A const member function of a hoisted struct changes a mutable member: that has to be written back.
#include <cstdio>

struct C { int v; mutable int hits; int get() const { hits++; return v; } };
struct A { C c; };
struct S { A *a; };

int main()
{
    A a = {{5, 0}};
    S store = {&a}, *s = &store;
    int sum = 0;
{ auto pc_a_c = s->a->c; struct pc_guard_0_t { decltype(pc_a_c) &to0; decltype(pc_a_c) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->c, pc_a_c};
    sum += pc_a_c.get();
    sum += pc_a_c.get();
}
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
