// Three nested regions, each with a longer chain; the innermost re-points a link between the first two.
#include <stdio.h>

struct D { int n; };
struct C { struct D *d; };
struct B { struct C *c; };
struct A { struct B *b; };
struct S { struct A *a; };

int main(void)
{
    struct D d1 = {5}, d2 = {6};
    struct C c1 = {&d1}, c2 = {&d2};
    struct B b1 = {&c1}, b2 = {&c2};
    struct A a = {&b1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a)
    s->a->b->c = &c1;
#pragma pointerchain region begin declare(s->a->b->c)
    s->a->b->c->d = &d1;
#pragma pointerchain region begin declare(s->a->b->c->d->n) // expected-note{{declared here}}
    printf("%d ", s->a->b->c->d->n);
    s->a->b = &b2; // expected-error[prefix-assigned]{{s->a->b}}
    printf("%d ", s->a->b->c->d->n);
#pragma pointerchain region end
#pragma pointerchain region end
    printf("%d\n", s->a->b->c->d->n);
#pragma pointerchain region end
    return 0;
}
