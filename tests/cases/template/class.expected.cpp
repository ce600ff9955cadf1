// Members of class templates: dependent types become auto, for each instance its own.
#include <cstdio>

template <typename T> struct atoms { int n; T *r; T shift; };

template <typename T> struct simulation {
    atoms<T> *a;
    T sum()
    {
        T total = 0;
{ auto pc_n = a->n; auto *pc_r = a->r; auto pc_shift = this->a->shift; (void)sizeof(&a->n); (void)sizeof(char[__is_class(decltype(pc_n)) || __is_union(decltype(pc_n)) ? -1 : 1]); (void)sizeof(&this->a->shift); (void)sizeof(char[__is_class(decltype(pc_shift)) || __is_union(decltype(pc_shift)) ? -1 : 1]); struct pc_guard_0_t { decltype(pc_shift) &to0; decltype(pc_shift) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{this->a->shift, pc_shift};
        for (int i = 0; i < pc_n; i++)
            total += pc_r[i] + pc_shift;
        pc_shift += 1;
}
        return total;
    }
};

int main()
{
    int r[] = {1, 2, 3};
    double q[] = {0.5, 0.25};
    atoms<int> a = {3, r, 10};
    atoms<double> b = {2, q, 0.125};
    simulation<int> s = {&a};
    simulation<double> t = {&b};
    int x = s.sum();
    double y = t.sum();
    std::printf("%d %g %d %g\n", x, y, a.shift, b.shift);
    return 0;
}
