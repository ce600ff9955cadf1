// A base's member that 'using' names is the one that 'this->' leads to, though a template's argument decides about it.
// also: openmp
#include <cstdio>

template <class T> struct base {
    T *p;
    int n, m;
    int twice() { return 2 * m; }
};

template <class T> struct derived : base<T> {
    using base<T>::n;
    using base<T>::m;
    using base<T>::twice;
    int run(int m)
    {
        int r = 0;
{ auto pc_n = this->n; (void)sizeof(&this->n); (void)sizeof(char[__is_class(decltype(pc_n)) || __is_union(decltype(pc_n)) ? -1 : 1]); struct pc_guard_0_t { decltype(pc_n) &to0; decltype(pc_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{this->n, pc_n};
        pc_n += 1;
        r += pc_n * 100 + m;
        pc_n++;
#pragma omp parallel for num_threads(pc_n) schedule(static, m) reduction(+: r)
        for (int i = 0; i < 6; i++)
            r += pc_n + m;
}
        return r + twice();
    }
};

struct part { int k; };

int main()
{
    part p = {4};
    derived<part> d;
    d.p = &p;
    d.n = 3;
    d.m = 7;
    int r = d.run(2);
    std::printf("%d %d\n", r, d.n);
    return 0;
}
