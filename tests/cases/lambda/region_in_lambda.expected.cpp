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
{ int pc_a_n = s->a->n; int *pc_a_r = s->a->r; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
        for (int i = 0; i < pc_a_n; i++) {
            total += pc_a_r[i];
            if (total > limit) {
                pc_a_n = i;
                return total * 10 + pc_a_n;
            }
        }
}
        return total;
    };
    int x = run(100), y = run(2);
    std::printf("%d %d %d\n", x, y, a.n);
    return 0;
}
