// expects: same output
// In C++ the included text may return: an object writes back.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

static int run(S *s, bool early)
{
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    pc_a_n += 10;
#include "returns.inc"
    pc_a_n += 1;
}
    return 0;
}

int main()
{
    A one = {1};
    S store = {&one};
    int first = run(&store, true), second = run(&store, false);
    std::printf("%d %d %d\n", first, second, one.n);
    return 0;
}
