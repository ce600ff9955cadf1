// args: -std=c++17
// A generic lambda's parameter of deduced reference type is the chain.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    auto add = [](auto &&x) { x += 4; };
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    add(pc_a_n);
    std::printf("%d ", pc_a_n);
}
    std::printf("%d\n", a.n);
    return 0;
}
