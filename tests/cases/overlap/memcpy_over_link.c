// The link between two hoisted chains is copied over.
#include <stdio.h>
#include <string.h>

struct B { int n; };
struct A { struct B *b; };
struct S { struct A *a; };

int main(void)
{
    struct B b1 = {5}, b2 = {6}, *other = &b2;
    struct A a = {&b1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}}
    printf("%d ", s->a->b->n);
    memcpy(&s->a->b, &other, sizeof other); // expected-error[address-taken]{{s->a->b}}
    printf("%d\n", s->a->b->n);
#pragma pointerchain region end
    return 0;
}
