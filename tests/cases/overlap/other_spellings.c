// The link between two hoisted chains is re-pointed under other spellings.
#include <stdio.h>

struct B { int n; };
struct A { struct B *b; };
struct S { struct A *a; };
#define SET(where, what) ((where) = (what))

int main(void)
{
    struct B b1 = {5}, b2 = {6};
    struct A a = {&b1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->b->n);
    (*s).a->b = &b2; // expected-error[prefix-assigned]{{b}}
    printf("%d ", s->a->b->n);
    s[0].a[0].b = &b1; // expected-error[prefix-assigned]{{b}}
    printf("%d ", s->a->b->n);
    (s->a)->b = &b2; // expected-error[prefix-assigned]{{b}}
    printf("%d ", s->a->b->n);
    SET(s->a->b, &b1); // expected-error[prefix-assigned]{{b}}
    printf("%d\n", s->a->b->n);
#pragma pointerchain region end
    return 0;
}
