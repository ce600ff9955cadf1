// expects: same output
// args: -std=c++14
// An init-capture reads the chain where the lambda is made.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    std::function<int()> later;
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    pc_a_n += 1;
    auto now = [n = pc_a_n] { return n; };
    later = [n = pc_a_n + 1, k(pc_a_n)] { return 10 * n + k; };
    pc_a_n += 1;
    std::printf("%d ", now());
}
    std::printf("%d %d\n", later(), a.n);
    return 0;
}
