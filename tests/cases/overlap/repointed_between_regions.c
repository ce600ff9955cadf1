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
#pragma pointerchain region begin declare(s->a)
    s->a->b = &b2;
#pragma pointerchain region begin declare(s->a->b->c->n)
    printf("%d ", s->a->b->c->n);
    s->a->b->c->n += 1;
#pragma pointerchain region end
    s->a->b = &b1;
    printf("%d %d\n", s->a->b->c->n, c2.n);
#pragma pointerchain region end
    return 0;
}
