// Members of bases, hidden ones included.
#include <cstdio>

struct base { int n; double *r; };
struct other { int m; };
struct atoms : base, other { int k; };
struct sim { atoms *a; };

int main()
{
    double r[] = {1, 2};
    atoms a;
    a.n = 2;
    a.r = r;
    a.m = 10;
    a.k = 100;
    sim store = {&a}, *s = &store;
{ int pc_a_n = s->a->n; double *pc_a_r = s->a->r; int pc_a_m = s->a->m; int pc_a_k = s->a->k; struct pc_guard_0_t { decltype(pc_a_m) &to0; decltype(pc_a_m) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->m, pc_a_m};
    for (int i = 0; i < pc_a_n; i++)
        pc_a_r[i] += pc_a_m + pc_a_k;
    pc_a_m = 0;
}
    std::printf("%g %g %d\n", r[0], r[1], a.m);
    return 0;
}
