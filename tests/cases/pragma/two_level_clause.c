// A clause that a macro of two levels builds names the chain: the body is hoisted, the clause is not.
// also: openacc
#include <stdio.h>

struct L { int n; double *x; };
struct S { struct L *l; };
#define P(a) _Pragma(#a)
#define ACC_LOOP(v, n) P(acc parallel loop copy(v[0:n]))

int main(void)
{
    double x[3] = {1, 2, 3};
    struct L l = {3, x};
    struct S store = {&l}, *s = &store;
#pragma pointerchain region begin declare(s->l->x, s->l->n) // expected-note{{declared here}} expected-note{{declared here}}
    ACC_LOOP(s->l->x, s->l->n) // expected-error[stringized-chain]{{s->l->}} expected-error[stringized-chain]{{s->l->}}
    for (int i = 0; i < s->l->n; i++)
        s->l->x[i] *= 2;
#pragma pointerchain region end
    printf("%g %g\n", x[0], x[2]);
    return 0;
}
