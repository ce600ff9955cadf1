// An assembler's output operand is the link between two hoisted chains.
#include <stdio.h>

struct B { int n; };
struct A { struct B *b; };
struct S { struct A *a; };

int main(void)
{
    struct B b1 = {5}, b2 = {6};
    struct A a = {&b1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}}
    printf("%d ", s->a->b->n);
    __asm__("" : "=r"(s->a->b) : "0"(&b2)); // expected-error{{s->a->b}}
    printf("%d\n", s->a->b->n);
#pragma pointerchain region end
    return 0;
}
