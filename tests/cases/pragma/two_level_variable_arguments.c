// The clauses come through __VA_ARGS__, and the macro's name through an argument.
#include <stdio.h>

struct L { int n; double *x; };
struct S { struct L *l; };
#define TEXT(...) _Pragma(#__VA_ARGS__)
#define CLAUSES(...) TEXT(acc parallel loop __VA_ARGS__)
#define CALL(m, ...) m(__VA_ARGS__)

int main(void)
{
    double x[3] = {1, 2, 3};
    struct L l = {3, x};
    struct S store = {&l}, *s = &store;
#pragma pointerchain region begin declare(s->l->x) // expected-note{{declared here}} expected-note{{declared here}}
    CLAUSES(copy(s->l->x[0:3]) async(1)) // expected-error[stringized-chain]{{s->l->x}}
    for (int i = 0; i < 3; i++)
        s->l->x[i] *= 2;
    CALL(CLAUSES, copy(s->l->x[0:3])) // expected-error[stringized-chain]{{s->l->x}}
    for (int i = 0; i < 3; i++)
        s->l->x[i] *= 2;
#pragma pointerchain region end
    printf("%g %g\n", x[0], x[2]);
    return 0;
}
