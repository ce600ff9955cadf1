// A lambda that captures by reference, is called in the region and only reads.
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
    auto add = [&](int i) { total += s->a->r[i]; return s->a->n; };
    int last = 0;
    for (int i = 0; i < 3; i++)
        last = add(i);
    total += last;
#pragma pointerchain region end
    std::printf("%d %d\n", total, a.n);
    return 0;
}
