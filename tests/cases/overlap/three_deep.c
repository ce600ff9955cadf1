// Three overlapping chains; a link below the second is re-pointed.
#include <stdio.h>

struct C { int n; };
struct B { struct C *c; int k; };
struct A { struct B *b; int m; };
struct S { struct A *a; };

int main(void)
{
    struct C c1 = {5}, c2 = {6};
    struct B b = {&c1, 2};
    struct A a = {&b, 3};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b, s->a->b->c->n) // expected-note{{declared here}}
    printf("%d ", s->a->b->c->n + s->a->m + s->a->b->k);
    s->a->b->c = &c2; // expected-error[prefix-assigned]{{s->a->b->c}}
    printf("%d\n", s->a->b->c->n);
#pragma pointerchain region end
    return 0;
}
