// An explicit capture of the root: the local is captured as well.
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms *a; };

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    sim store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->r, s->a->n)
    auto get = [s](int i) { return s->a->r[i]; };
    auto more = [&total, s](int i) { total += s->a->r[i] * s->a->n; };
    total += get(1);
    more(2);
#pragma pointerchain region end
    std::printf("%d\n", total);
    return 0;
}
