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
{ int pc_a_b_n = s->a->b->n; struct A *pc_a = s->a;
    printf("%d ", pc_a_b_n);
    pc_a->other = &b2;
    pc_a->k = 3;
    s->spare = pc_a;
    pc_a_b_n += pc_a->k;
    printf("%d %d\n", pc_a_b_n, pc_a->k);
s->a->b->n = pc_a_b_n; }
    printf("%d %d %d\n", b1.n, b2.n, a.other == &b2);
    return 0;
}
