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
#pragma pointerchain region begin declare(s->a->n, s->a->r, s->a->m, s->a->k)
    for (int i = 0; i < s->a->n; i++)
        s->a->r[i] += s->a->m + s->a->k;
    s->a->m = 0;
#pragma pointerchain region end
    std::printf("%g %g %d\n", r[0], r[1], a.m);
    return 0;
}
