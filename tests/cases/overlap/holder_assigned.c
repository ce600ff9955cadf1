// The struct that holds the link between two hoisted chains is assigned.
#include <stdio.h>

struct B { int n; };
struct in { struct B *b; int k; };
struct A { struct in in; };
struct S { struct A *a; };

int main(void)
{
    struct B b1 = {5}, b2 = {6};
    struct A a = {{&b1, 1}};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->in.b->n) // expected-note{{declared here}}
    printf("%d ", s->a->in.b->n);
    s->a->in = (struct in){&b2, 2}; // expected-error[prefix-assigned]{{s->a->in}}
    printf("%d\n", s->a->in.b->n);
#pragma pointerchain region end
    return 0;
}
