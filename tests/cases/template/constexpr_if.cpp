// args: -std=c++17
// Branches that constexpr-if discards, in a template.
#include <cstdio>
#include <type_traits>

struct atoms { int n; double *r; };
struct sim { atoms *a; };

template <typename T> static double run(sim *s, T value)
{
    double total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->r)
    if constexpr (std::is_integral<T>::value) {
        s->a->n += value;
        total = s->a->n;
    } else {
        total = s->a->r[1] * value;
        return total;
    }
#pragma pointerchain region end
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
