// In a template a chain that does not depend on the parameters has its own type.
#include <cstdio>

struct atoms { int n; double *r; };
struct sim { atoms *a; };

template <int K, typename F> static double scaled(sim *s, F f)
{
    double total = 0;
#pragma pointerchain region begin declare(s->a->n{int}, s->a->r{double*:restrict})
    for (int i = 0; i < s->a->n; i++)
        total += K * f(s->a->r[i]);
    s->a->n -= 1;
#pragma pointerchain region end
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
