// In a template a chain that does not depend on the parameters has its own type.
#include <cstdio>

struct atoms { int n; double *r; };
struct sim { atoms *a; };

template <int K, typename F> static double scaled(sim *s, F f)
{
    double total = 0;
{ int pc_a_n = s->a->n; double *__restrict pc_a_r = s->a->r; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    for (int i = 0; i < pc_a_n; i++)
        total += K * f(pc_a_r[i]);
    pc_a_n -= 1;
}
    return total;
}

int main()
{
    double r[] = {1, 2, 3};
    atoms a = {3, r};
    sim s = {&a};
    double x = scaled<2>(&s, [](double v) { return v + 1; });
    double y = scaled<10>(&s, [](double v) { return v; });
    std::printf("%g %g %d\n", x, y, a.n);
    return 0;
}
