// args: -std=c++20
// Abbreviated templates, requires, designated initializers, lambdas with template parameters.
#include <concepts>
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms *a; };

static int sum(auto *s)
    requires std::integral<decltype(s->a->n)>
{
    int total = 0;
{ auto *pc_a_r = s->a->r; auto pc_a_n = s->a->n; (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]); struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    auto add = [&, pc_a_r]<typename T>(T i) { total += pc_a_r[i]; };
    for (int i = 0; i < pc_a_n; i++)
        add(i);
    pc_a_n -= 1;
}
    return total;
}

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {.n = 3, .r = r};
    sim s = {.a = &a};
    int x = sum(&s), y = sum(&s);
    std::printf("%d %d %d\n", x, y, a.n);
    return 0;
}
