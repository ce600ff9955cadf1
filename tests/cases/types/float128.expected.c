// expects: same output
// A member of type __float128.
#include <stdio.h>

struct A { __float128 q; int n; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1.5, 1};
    struct S store = {&a}, *s = &store;
{ __float128 pc_a_q = s->a->q; int pc_a_n = s->a->n;
    pc_a_q = pc_a_q * 2;
    pc_a_n += (int)pc_a_q;
s->a->q = pc_a_q; s->a->n = pc_a_n; }
    printf("%d %g\n", a.n, (double)a.q);
    return 0;
}
