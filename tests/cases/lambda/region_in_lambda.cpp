// The region stands in a lambda's body; its return is the way out, its value comes first.
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms *a; };

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    sim store = {&a}, *s = &store;
    auto run = [&](int limit) {
        int total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->r)
        for (int i = 0; i < s->a->n; i++) {
            total += s->a->r[i];
            if (total > limit) {
                s->a->n = i;
                return total * 10 + s->a->n;
            }
        }
#pragma pointerchain region end
        return total;
    };
    int x = run(100), y = run(2);
    std::printf("%d %d %d\n", x, y, a.n);
    return 0;
}
