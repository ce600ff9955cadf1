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
{ const int pc_a_n = s->a->n; const int pc_a_m = s->a->m;
    total = std::max(pc_a_n, pc_a_m) * 10 + std::min(pc_a_n, 1);
}
    std::printf("%d\n", total);
    return 0;
}
