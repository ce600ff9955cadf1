// Three overlapping chains; the middle one is re-pointed.
#include <stdio.h>

struct C { int n; };
struct B { struct C *c; int k; };
struct A { struct B *b; int m; };
struct S { struct A *a; };

int main(void)
{
    struct C c1 = {5}, c2 = {6};
    struct B b1 = {&c1, 2}, b2 = {&c2, 3};
    struct A a = {&b1, 3};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b, s->a->b->c->n) // expected-note{{declared here}}
    printf("%d ", s->a->b->c->n + s->a->m + s->a->b->k);
    s->a->b = &b2; // expected-error[prefix-assigned]{{s->a->b}}
    printf("%d\n", s->a->b->c->n);
#pragma pointerchain region end
    return 0;
}
