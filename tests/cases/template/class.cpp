// Members of class templates: dependent types become auto, for each instance its own.
#include <cstdio>

template <typename T> struct atoms { int n; T *r; T shift; };

template <typename T> struct simulation {
    atoms<T> *a;
    T sum()
    {
        T total = 0;
#pragma pointerchain region begin declare(a->n, a->r, this->a->shift)
        for (int i = 0; i < a->n; i++)
            total += a->r[i] + this->a->shift;
        a->shift += 1;
#pragma pointerchain region end
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
