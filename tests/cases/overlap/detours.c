// The link between two hoisted chains is re-pointed through '&' and '*' detours, and through a cast.
#include <stdio.h>

struct B { int n; };
struct A { struct B *b; };
struct S { struct A *a; };

int main(void)
{
    struct B b1 = {5}, b2 = {6};
    struct A a = {&b1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->b->n);
    (*s->a).b = &b2; // expected-error[prefix-assigned]{{b}}
    printf("%d ", s->a->b->n);
    *&s->a->b = &b1; // expected-error{{s->a->b}}
    printf("%d ", s->a->b->n);
    (&*s->a)->b = &b2; // expected-error{{s->a}}
    printf("%d ", s->a->b->n);
    ((struct A *)s->a)->b = &b1; // expected-error{{s->a}}
    printf("%d\n", s->a->b->n);
#pragma pointerchain region end
    return 0;
}
