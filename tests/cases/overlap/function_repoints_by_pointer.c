// A function that is given the link's address re-points it, in the inner of two regions.
#include <stdio.h>

struct B { int n; };
struct A { struct B *b; };
struct S { struct A *a; };
static void set(struct B **to, struct B *what) { *to = what; }

int main(void)
{
    struct B b1 = {5}, b2 = {6};
    struct A a = {&b1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->b->n) // expected-note{{declared here}}
    printf("%d ", s->a->b->n);
#pragma pointerchain region begin declare(s->a)
    set(&s->a->b, &b2); // expected-error[address-taken]{{s->a->b}}
#pragma pointerchain region end
    printf("%d\n", s->a->b->n);
#pragma pointerchain region end
    return 0;
}
