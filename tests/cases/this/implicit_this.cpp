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
#pragma pointerchain region begin declare(a->n, a->r)
    for (int i = 0; i < a->n; i++)
        total += a->r[i] + a->shift;
#pragma pointerchain region end
    return total;
}

int simulation::grow()
{
#pragma pointerchain region begin declare(a->n)
    if (a->n > 2)
        return a->n;
    return ++a->n;
#pragma pointerchain region end
}

int simulation::other(const simulation &s)
{
    int total = 0;
#pragma pointerchain region begin declare(s.a->n)
    total = s.a->n;
#pragma pointerchain region end
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
