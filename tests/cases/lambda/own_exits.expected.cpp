// A return in a lambda, or in a local class's member, leaves the lambda, not the region.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {3};
    sim store = {&a}, *s = &store;
    int total = 0;
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    struct local { static int twice(int x) { if (x > 5) return 2 * x; return x; } };
    auto twice = [](int x) { for (;;) { if (x) break; } return 2 * x; };
    pc_a_n = twice(pc_a_n) + local::twice(pc_a_n);
    total += pc_a_n;
}
    std::printf("%d %d\n", total, a.n);
    return 0;
}
