// A re-pointed pointer with a qualifier, a pointer to const, and a function pointer, written back.
#include <cstdio>

struct atoms { double *r; const double *c; int (*f)(int); };
struct sim { atoms *a; };
static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }

int main()
{
    double r[] = {1, 2, 3};
    atoms a = {r, r, twice};
    sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->r{double*:restrict}, s->a->c, s->a->f)
    *++s->a->r = 20;
    s->a->c += 2;
    s->a->f = s->a->f(1) == 2 ? next : twice;
#pragma pointerchain region end
    std::printf("%g %d %g %d\n", r[1], (int)(a.r - r), *a.c, a.f(5));
    return 0;
}
