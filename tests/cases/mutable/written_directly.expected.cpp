// expects: same output
// A mutable member of a const object is hoisted and changed.
#include <cstdio>

struct A { int v; mutable int hits; };
struct S { const A *a; };

int main()
{
    A a = {5, 0};
    S store = {&a}, *s = &store;
{ int pc_a_hits = s->a->hits; struct pc_guard_0_t { decltype(pc_a_hits) &to0; decltype(pc_a_hits) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->hits, pc_a_hits};
    pc_a_hits += 3;
    pc_a_hits *= 2;
}
    std::printf("%d\n", a.hits);
    return 0;
}
