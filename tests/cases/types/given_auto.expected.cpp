// 'auto' as the given type, with and without what it points to.
#include <cstdio>

struct atoms { int n; double *r; };
struct sim { atoms *a; };

int main()
{
    double r[] = {1, 2};
    atoms a = {2, r};
    sim store = {&a}, *s = &store;
{ int pc_a_n = s->a->n; double *__restrict pc_a_r = s->a->r; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    for (int i = 0; i < pc_a_n; i++)
        pc_a_r[i] += 1;
    pc_a_n = 7;
}
    std::printf("%g %d\n", r[1], a.n);
    return 0;
}
