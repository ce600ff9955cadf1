// A const reference parameter reads only: nothing is written back to read-only memory.
#include <algorithm>
#include <cstdio>

struct atoms { int n, m; };
struct sim { const atoms *a; };
static const atoms fixed = {3, 4};

int main()
{
    sim store = {&fixed}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->m)
    total = std::max(s->a->n, s->a->m) * 10 + std::min(s->a->n, 1);
#pragma pointerchain region end
    std::printf("%d\n", total);
    return 0;
}
