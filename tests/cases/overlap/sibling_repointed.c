// expects: same output
// Siblings of the link between two hoisted chains are changed: that is none of their business.
#include <stdio.h>

struct B { int n; };
struct A { struct B *b, *other; int k; };
struct S { struct A *a, *spare; };

int main(void)
{
    struct B b1 = {5}, b2 = {6};
    struct A a = {&b1, &b1, 0};
    struct S store = {&a, NULL}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n)
    printf("%d ", s->a->b->n);
    s->a->other = &b2;
    s->a->k = 3;
    s->spare = s->a;
    s->a->b->n += s->a->k;
    printf("%d %d\n", s->a->b->n, s->a->k);
#pragma pointerchain region end
    printf("%d %d %d\n", b1.n, b2.n, a.other == &b2);
    return 0;
}
