// args: -std=c++17
// Branches that constexpr-if discards, in a template.
#include <cstdio>
#include <type_traits>

struct atoms { int n; double *r; };
struct sim { atoms *a; };

template <typename T> static double run(sim *s, T value)
{
    double total = 0;
{ int pc_a_n = s->a->n; double *pc_a_r = s->a->r; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    if constexpr (std::is_integral<T>::value) {
        pc_a_n += value;
        total = pc_a_n;
    } else {
        total = pc_a_r[1] * value;
        return total;
    }
}
    return total;
}

int main()
{
    double r[] = {1, 2};
    atoms a = {2, r};
    sim s = {&a};
    double x = run(&s, 3), y = run(&s, 0.5);
    std::printf("%g %g %d\n", x, y, a.n);
    return 0;
}
