// A lambda that captures by copy and only reads.
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms *a; };

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    sim store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->r)
    auto get = [=](int i) { s->a->r[i] += 1; return s->a->r[i] * s->a->n; };
    for (int i = 0; i < 3; i++)
        total += get(i);
#pragma pointerchain region end
    std::printf("%d %d\n", total, r[2]);
    return 0;
}
