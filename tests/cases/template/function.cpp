// A function template whose parameter is the root, and one that is never instantiated.
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms *a; };
struct other { struct { double *r; int n; } *a; };

template <typename S> static double sum(S *s)
{
    double total = 0;
#pragma pointerchain declare(s->a->r, s->a->n)
#pragma pointerchain region begin
    for (int i = 0; i < s->a->n; i++)
        total += s->a->r[i];
    s->a->n += 1;
#pragma pointerchain region end
    return total;
}

template <typename S> double never(S &s)
{
#pragma pointerchain region begin declare(s.a->b->c)
    s.a->b->c += 1;
    return s.a->b->c;
#pragma pointerchain region end
}

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    sim s = {&a};
    double x = sum(&s);
    std::printf("%g %d\n", x, a.n);
    return 0;
}
