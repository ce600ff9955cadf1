// A user's operator->, const and not, chained over two levels.
#include <cstdio>

struct atoms { int n; };
struct inner { atoms *p; atoms *operator->() { return p; } const atoms *operator->() const { return p; } };
struct outer { inner i; inner &operator->() { return i; } };
struct sim { outer o; };

int main()
{
    atoms a = {4};
    sim store = {{{&a}}}, *s = &store;
    int total = 0;
{ int pc_o_n = s->o->n; struct pc_guard_0_t { decltype(pc_o_n) &to0; decltype(pc_o_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->o->n, pc_o_n};
    total += pc_o_n;
    pc_o_n += total;
}
    std::printf("%d %d\n", total, a.n);
    return 0;
}
