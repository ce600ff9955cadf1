// A return in a lambda, or in a local class's member, leaves the lambda, not the region.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {3};
    sim store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->n)
    struct local { static int twice(int x) { if (x > 5) return 2 * x; return x; } };
    auto twice = [](int x) { for (;;) { if (x) break; } return 2 * x; };
    s->a->n = twice(s->a->n) + local::twice(s->a->n);
    total += s->a->n;
#pragma pointerchain region end
    std::printf("%d %d\n", total, a.n);
    return 0;
}
