// A reference as the root, as a parameter, and one that a link is.
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms &a; atoms *p; };

static int run(sim &s, atoms *const &alias)
{
    int total = 0;
#pragma pointerchain region begin declare(s.a.n, s.p->r, alias->r)
    for (int i = 0; i < s.a.n; i++)
        total += s.p->r[i] + alias->r[0];
    s.a.n = 9;
#pragma pointerchain region end
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
