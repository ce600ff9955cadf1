// A scalar bound to a non-const reference parameter counts as changed; the local is bound and written back.
#include <cstdio>
#include <utility>

struct atoms { int n, m; double e; };
struct sim { atoms *a; };

static void grow(int &n) { n += 10; }
static int look(const int &n) { return n; }

int main()
{
    atoms a = {1, 2, 0.5};
    sim store = {&a}, *s = &store;
    int total = 0;
{ int pc_a_n = s->a->n; int pc_a_m = s->a->m; double pc_a_e = s->a->e; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; decltype(pc_a_m) &to1; decltype(pc_a_m) &from1; ~pc_guard_0_t() { to0 = from0; to1 = from1; } } pc_guard_0{s->a->n, pc_a_n, s->a->m, pc_a_m};
    grow(pc_a_n);
    total += look(pc_a_m);
    std::swap(pc_a_n, pc_a_m);
    total += (int)pc_a_e;
}
    std::printf("%d %d %d\n", total, a.n, a.m);
    return 0;
}
