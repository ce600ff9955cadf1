// args: -std=c++17
// Structured bindings, if with initializer, init-statements.
#include <cstdio>
#include <utility>

struct atoms { int n; std::pair<int, int> *pairs; };
struct sim { atoms *a; };

int main()
{
    std::pair<int, int> pairs[] = {{1, 2}, {3, 4}};
    atoms a = {2, pairs};
    sim store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->pairs)
    for (int i = 0; i < s->a->n; i++) {
        auto &[x, y] = s->a->pairs[i];
        total += x * y;
        x = s->a->n;
    }
    if (int n = s->a->n; n > 1)
        s->a->n = n + 1;
#pragma pointerchain region end
    std::printf("%d %d %d\n", total, a.n, pairs[1].first);
    return 0;
}
