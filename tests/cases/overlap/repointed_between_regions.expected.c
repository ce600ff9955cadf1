// expects: same output
// The outer region re-points a link before and after the inner one, which alone hoists the longer chain.
#include <stdio.h>

struct C { int n; };
struct B { struct C *c; };
struct A { struct B *b; };
struct S { struct A *a; };

int main(void)
{
    struct C c1 = {5}, c2 = {6};
    struct B b1 = {&c1}, b2 = {&c2};
    struct A a = {&b1};
    struct S store = {&a}, *s = &store;
{ struct A *pc_a = s->a;
    pc_a->b = &b2;
{ int pc_a_b_c_n = pc_a->b->c->n;
    printf("%d ", pc_a_b_c_n);
    pc_a_b_c_n += 1;
pc_a->b->c->n = pc_a_b_c_n; }
    pc_a->b = &b1;
    printf("%d %d\n", pc_a->b->c->n, c2.n);
}
    return 0;
}
