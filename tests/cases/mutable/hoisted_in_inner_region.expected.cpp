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
{ auto pc_a_c = s->a->c; struct pc_guard_0_t { decltype(pc_a_c) &to0; decltype(pc_a_c) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->c, pc_a_c};
    sum += pc_a_c.v;
{ int pc_a_k = s->a->k;
    sum += pc_a_c.get() * pc_a_k;
}
}
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
