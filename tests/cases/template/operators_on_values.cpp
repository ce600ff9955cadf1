// In a template a class's own operator may even change what it adds or compares: a warning, once a chain.
#include <cstdio>
#include <vector>

template <class T> struct A { int n, k; T e, f, g; T *x; A *list[2]; bool done; };
template <class T> struct S {
    A<T> *a;
    T sum(T t) const
    {
        T total = 0;
        std::vector<T> more(4, t);
        int i = 1;
#pragma pointerchain region begin declare(a->n, a->e, a->x, a->list[i]->k, a->f, a->g, a->done) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
        for (int j = 0; j < a->n; j++)
            total += a->x[j] * t + more[i] * a->x[i] + a->x[a->n - 1];
        total += a->e * T(2); // expected-warning[aliased-call]{{'operator*' on 'a->e'}}
        total += T(1) - a->e;
        total += 1 * a->list[i]->k;
        total += static_cast<T>(a->f); // expected-warning[aliased-call]{{the class to which an instance of the template converts 'a->f'}}
        auto copy = a->g;
        total += copy;
        total += !a->done;
        total += T(a->g); // expected-error[address-taken]{{may make an object of 'a->g'}}
#pragma pointerchain region end
        return total;
    }
};

int main()
{
    double x[3] = {1, 2, 3};
    A<double> a = {3, 2, 0.5, 1, 2, x, {nullptr, nullptr}, false};
    a.list[1] = &a;
    S<double> s = {&a};
    std::printf("%g\n", s.sum(2));
    return 0;
}
