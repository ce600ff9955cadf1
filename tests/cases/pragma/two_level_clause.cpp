// A clause that a macro of two levels builds, in C++ and with a member function's own chain.
#include <cstdio>

struct L { int n; double *x; };
#define P(a) _Pragma(#a)
#define ACC_LOOP(v) P(acc parallel loop copyin(v[0:3]))

struct S {
    L *l;
    double sum()
    {
        double total = 0;
#pragma pointerchain region begin declare(l->x) // expected-note{{declared here}}
        ACC_LOOP(l->x) // expected-error[stringized-chain]{{l->x}}
        for (int i = 0; i < 3; i++)
            total += this->l->x[i];
#pragma pointerchain region end
        return total;
    }
};

int main()
{
    double x[3] = {1, 2, 3};
    L l = {3, x};
    S s = {&l};
    std::printf("%g\n", s.sum());
    return 0;
}
