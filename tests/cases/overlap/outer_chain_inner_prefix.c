// The outer region hoists the longer chain, the inner one a prefix of it, and re-points a link between them.
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
#pragma pointerchain region begin declare(s->a->b->c->n) // expected-note{{declared here}}
    printf("%d ", s->a->b->c->n);
#pragma pointerchain region begin declare(s->a)
    s->a->b = &b2; // expected-error[prefix-assigned]{{s->a->b}}
#pragma pointerchain region end
    printf("%d\n", s->a->b->c->n);
#pragma pointerchain region end
    return 0;
}
