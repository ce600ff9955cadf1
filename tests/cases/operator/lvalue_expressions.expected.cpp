// What is an lvalue in C++ only.
#include <cstdio>

struct atoms { int n, m, k; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1, 2, 3};
    sim store = {&a}, *s = &store;
    bool c = a.n == 1;
{ int pc_a_n = s->a->n; int pc_a_m = s->a->m; int pc_a_k = s->a->k; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; decltype(pc_a_m) &to1; decltype(pc_a_m) &from1; decltype(pc_a_k) &to2; decltype(pc_a_k) &from2; ~pc_guard_0_t() { to0 = from0; to1 = from1; to2 = from2; } } pc_guard_0{s->a->n, pc_a_n, s->a->m, pc_a_m, s->a->k, pc_a_k};
    (c ? pc_a_n : pc_a_m) = 10;
    (pc_a_m += 1) *= 5;
    ++(++pc_a_k);
    ((void)pc_a_k, pc_a_n)++;
    (pc_a_n = pc_a_m) -= 1;
}
    std::printf("%d %d %d\n", a.n, a.m, a.k);
    return 0;
}
