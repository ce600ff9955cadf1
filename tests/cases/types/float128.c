// expects: same output
// A member of type __float128.
#include <stdio.h>

struct A { __float128 q; int n; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1.5, 1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->q, s->a->n)
    s->a->q = s->a->q * 2;
    s->a->n += (int)s->a->q;
#pragma pointerchain region end
    printf("%d %g\n", a.n, (double)a.q);
    return 0;
}
