// Three levels of macros, and one chain in the clause.
#include <stdio.h>

struct L { int n; double *x; };
struct S { struct L *l; };
#define TEXT(a) _Pragma(#a)
#define DO(a) TEXT(a)
#define OMP_MAP(v) DO(omp target map(tofrom: v[0:3]))

int main(void)
{
    double x[3] = {1, 2, 3};
    struct L l = {3, x};
    struct S store = {&l}, *s = &store;
#pragma pointerchain region begin declare(s->l->x) // expected-note{{declared here}}
    OMP_MAP(s->l->x) // expected-error[stringized-chain]{{s->l->x}}
    for (int i = 0; i < 3; i++)
        s->l->x[i] *= 2;
#pragma pointerchain region end
    printf("%g %g\n", x[0], x[2]);
    return 0;
}
