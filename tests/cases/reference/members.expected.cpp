// Members that are references, to scalars and to arrays.
#include <cstdio>

struct atoms { int &n; double (&box)[3]; const int &fixed; };
struct sim { atoms *a; };

int main()
{
    int n = 3;
    double box[3] = {1, 2, 3};
    atoms a = {n, box, n};
    sim store = {&a}, *s = &store;
    int seen = 0;
{ const int pc_a_fixed = s->a->fixed; auto *pc_a_box = s->a->box;
    for (int i = 0; i < pc_a_fixed; i++)
        pc_a_box[i] += i;
    seen = pc_a_fixed;
}
{ int pc_a_n = s->a->n; struct pc_guard_1_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{s->a->n, pc_a_n};
    pc_a_n += 4;
}
    std::printf("%d %g %d\n", n, box[2], seen);
    return 0;
}
