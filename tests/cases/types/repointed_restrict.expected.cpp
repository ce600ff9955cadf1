// A re-pointed pointer with a qualifier, a pointer to const, and a function pointer, written back.
#include <cstdio>

struct atoms { double *r; const double *c; int (*f)(int); };
struct sim { atoms *a; };
static int twice(int x) { return 2 * x; }
static int next(int x) { return x + 1; }

int main()
{
    double r[] = {1, 2, 3};
    atoms a = {r, r, twice};
    sim store = {&a}, *s = &store;
{ double *__restrict pc_a_r = s->a->r; const double *pc_a_c = s->a->c; auto *pc_a_f = s->a->f; struct pc_guard_0_t { decltype(pc_a_r + 0) &to0; decltype(pc_a_r) &from0; decltype(pc_a_c) &to1; decltype(pc_a_c) &from1; decltype(pc_a_f) &to2; decltype(pc_a_f) &from2; ~pc_guard_0_t() { to0 = from0; to1 = from1; to2 = from2; } } pc_guard_0{s->a->r, pc_a_r, s->a->c, pc_a_c, s->a->f, pc_a_f};
    *++pc_a_r = 20;
    pc_a_c += 2;
    pc_a_f = pc_a_f(1) == 2 ? next : twice;
}
    std::printf("%g %d %g %d\n", r[1], (int)(a.r - r), *a.c, a.f(5));
    return 0;
}
