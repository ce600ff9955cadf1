// args: -std=c++11
// The oldest standard: auto, nullptr, no generic lambdas.
#include <cstdio>

struct atoms { int n; double *r; enum : short { A, B } e; };
struct sim { atoms *a; };

int main()
{
    double r[] = {1, 2};
    atoms a = {2, r, atoms::A};
    sim store = {&a}, *s = &store;

{ double *pc_a_r = s->a->r; int pc_a_n = s->a->n; auto pc_a_e = s->a->e; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; decltype(pc_a_e) &to1; decltype(pc_a_e) &from1; ~pc_guard_0_t() { to0 = from0; to1 = from1; } } pc_guard_0{s->a->n, pc_a_n, s->a->e, pc_a_e};
    if (pc_a_r != nullptr)
        for (int i = 0; i < pc_a_n; i++)
            pc_a_r[i] += 1;
    pc_a_n = 0;
    pc_a_e = atoms::B;
}
    std::printf("%g %d %d\n", r[1], a.n, (int)a.e);
    return 0;
}
