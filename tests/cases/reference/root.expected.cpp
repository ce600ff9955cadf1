// A reference as the root, as a parameter, and one that a link is.
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms &a; atoms *p; };

static int run(sim &s, atoms *const &alias)
{
    int total = 0;
{ int pc_a_n = s.a.n; int *pc_p_r = s.p->r; int *pc_r = alias->r; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s.a.n, pc_a_n};
    for (int i = 0; i < pc_a_n; i++)
        total += pc_p_r[i] + pc_r[0];
    pc_a_n = 9;
}
    return total;
}

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    sim s = {a, &a};
    atoms *p = &a;
    int total = run(s, p);
    std::printf("%d %d\n", total, a.n);
    return 0;
}
