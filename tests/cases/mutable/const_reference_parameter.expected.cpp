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
{ auto pc_a_c = s->a->c; struct pc_guard_0_t { decltype(pc_a_c) &to0; decltype(pc_a_c) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->c, pc_a_c};
    sum += look(pc_a_c);
    sum += look(pc_a_c);
}
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
