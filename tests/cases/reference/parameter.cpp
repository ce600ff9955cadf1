// A scalar bound to a non-const reference parameter counts as changed; the local is bound and written back.
#include <cstdio>
#include <utility>

struct atoms { int n, m; double e; };
struct sim { atoms *a; };

static void grow(int &n) { n += 10; }
static int look(const int &n) { return n; }

int main()
{
    atoms a = {1, 2, 0.5};
    sim store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->m, s->a->e)
    grow(s->a->n);
    total += look(s->a->m);
    std::swap(s->a->n, s->a->m);
    total += (int)s->a->e;
#pragma pointerchain region end
    std::printf("%d %d %d\n", total, a.n, a.m);
    return 0;
}
