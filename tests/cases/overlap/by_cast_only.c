// The link between two hoisted chains is re-pointed through a cast, and that is all.
#include <stdio.h>

struct B { int n; };
struct A { struct B *b; };
struct S { void *a; };

int main(void)
{
    struct B b1 = {5}, b2 = {6};
    struct A a = {&b1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, ((struct A *)s->a)->b->n) // expected-note{{declared here}}
    printf("%d ", ((struct A *)s->a)->b->n);
    ((struct A *)s->a)->b = &b2; // expected-error[prefix-assigned]{{b}}
    printf("%d\n", ((struct A *)s->a)->b->n);
#pragma pointerchain region end
    return 0;
}
