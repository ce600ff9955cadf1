// The chain begins in a macro's argument and ends in its body: the local stands for the whole use.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define MEMBER(of) of n

int main()
{
    A one = {1};
    S store = {&one}, *s = &store;
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    std::printf("%d\n", (int)pc_a_n);
    pc_a_n += 2;
}
    return 0;
}
