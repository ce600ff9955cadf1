// A function template whose parameter is the root, and one that is never instantiated.
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms *a; };
struct other { struct { double *r; int n; } *a; };

template <typename S> static double sum(S *s)
{
    double total = 0;

{ auto pc_a_n = s->a->n; auto *pc_a_r = s->a->r; (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]); struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    for (int i = 0; i < pc_a_n; i++)
        total += pc_a_r[i];
    pc_a_n += 1;
}
    return total;
}

template <typename S> double never(S &s)
{
{ auto pc_a_b_c = s.a->b->c; (void)sizeof(&s.a->b->c); (void)sizeof(char[__is_class(decltype(pc_a_b_c)) || __is_union(decltype(pc_a_b_c)) ? -1 : 1]); struct pc_guard_1_t { decltype(pc_a_b_c) &to0; decltype(pc_a_b_c) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{s.a->b->c, pc_a_b_c};
    pc_a_b_c += 1;
    return pc_a_b_c;
}
}

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    sim s = {&a};
    double x = sum(&s);
    std::printf("%g %d\n", x, a.n);
    return 0;
}
