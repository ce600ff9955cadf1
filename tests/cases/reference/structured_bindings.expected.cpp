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
{ int pc_a_n = s->a->n; auto *pc_a_pairs = s->a->pairs; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    for (int i = 0; i < pc_a_n; i++) {
        auto &[x, y] = pc_a_pairs[i];
        total += x * y;
        x = pc_a_n;
    }
    if (int n = pc_a_n; n > 1)
        pc_a_n = n + 1;
}
    std::printf("%d %d %d\n", total, a.n, pairs[1].first);
    return 0;
}
