// A macro of two levels names only a prefix of the chain in its clause, and one that shadows nothing of it.
#include <stdio.h>

struct L { int n; double *x; };
struct S { struct L *l; };
#define TEXT(a) _Pragma(#a)
#define PRIVATE(v) TEXT(acc parallel loop private(v)) // expected-note{{macro 'PRIVATE' is defined here}}

int main(void)
{
    double x[3] = {1, 2, 3};
    struct L l = {3, x};
    struct S store = {&l}, *s = &store;
#pragma pointerchain region begin declare(s->l->x) // expected-note{{declared here}}
    PRIVATE(s) // expected-error[unknown-construct]@*{{s->l->x}}
    for (int i = 0; i < 3; i++)
        s->l->x[i] *= 2;
#pragma pointerchain region end
    printf("%g %g\n", x[0], x[2]);
    return 0;
}
