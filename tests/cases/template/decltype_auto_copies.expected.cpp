// expects: same output
// args: -std=c++14
// decltype(auto) of a chain without parentheses is a copy.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    decltype(auto) copy = pc_a_n;
    copy += 100;
    pc_a_n += 1;
    std::printf("%d %d\n", pc_a_n, copy);
}
    return 0;
}
