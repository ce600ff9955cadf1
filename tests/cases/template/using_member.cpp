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
#pragma pointerchain region begin declare(this->n)
        this->n += 1;
        r += n * 100 + m;
        n++;
#pragma omp parallel for num_threads(n) schedule(static, m) reduction(+: r)
        for (int i = 0; i < 6; i++)
            r += n + m;
#pragma pointerchain region end
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
