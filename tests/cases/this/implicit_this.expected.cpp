// Implicit this in const, static, out-of-class and inherited members.
#include <cstdio>

struct atoms { int n; int *r; static int shift; };
int atoms::shift = 100;

struct base { atoms *a; };
struct simulation : base {
    int sum() const;
    int grow();
    static int other(const simulation &s);
};

int simulation::sum() const
{
    int total = 0;
{ int pc_n = a->n; int *pc_r = a->r;
    for (int i = 0; i < pc_n; i++)
        total += pc_r[i] + a->shift;
}
    return total;
}

int simulation::grow()
{
{ int pc_n = a->n; struct pc_guard_1_t { decltype(pc_n) &to0; decltype(pc_n) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{a->n, pc_n};
    if (pc_n > 2)
        return pc_n;
    return ++pc_n;
}
}

int simulation::other(const simulation &s)
{
    int total = 0;
{ int pc_a_n = s.a->n;
    total = pc_a_n;
}
    return total;
}

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {2, r};
    simulation s;
    s.a = &a;
    int x = s.sum(), y = s.grow(), z = s.grow();
    std::printf("%d %d %d %d\n", x, y, z, simulation::other(s));
    return 0;
}
