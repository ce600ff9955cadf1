// 'auto' as the given type, with and without what it points to.
#include <cstdio>

struct atoms { int n; double *r; };
struct sim { atoms *a; };

int main()
{
    double r[] = {1, 2};
    atoms a = {2, r};
    sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n{auto}, s->a->r{auto:restrict})
    for (int i = 0; i < s->a->n; i++)
        s->a->r[i] += 1;
    s->a->n = 7;
#pragma pointerchain region end
    std::printf("%g %d\n", r[1], a.n);
    return 0;
}
