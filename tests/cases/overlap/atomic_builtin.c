// An atomic builtin exchanges the link between two hoisted chains.
#include <stdio.h>

struct B { int n; };
struct A { struct B *b; };
struct S { struct A *a; };

int main(void)
{
    struct B b1 = {5}, b2 = {6}, *old;
    struct A a = {&b1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}}
    printf("%d ", s->a->b->n);
    old = __atomic_exchange_n(&s->a->b, &b2, __ATOMIC_SEQ_CST); // expected-error[address-taken]{{s->a->b}}
    printf("%d %d\n", s->a->b->n, old == &b1);
#pragma pointerchain region end
    return 0;
}
