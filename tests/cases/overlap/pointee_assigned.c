// What the shorter hoisted chain points to is assigned whole, in three spellings.
#include <stdio.h>

struct B { int n; };
struct A { struct B *b; };
struct S { struct A *a; };

int main(void)
{
    struct B b1 = {5}, b2 = {6};
    struct A a = {&b1}, first = {&b1}, second = {&b2};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->b->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->b->n);
    *s->a = second; // expected-error[prefix-assigned]{{s->a}}
    printf("%d ", s->a->b->n);
    s->a[0] = first; // expected-error[prefix-assigned]{{s->a}}
    printf("%d ", s->a->b->n);
    *(*s).a = second; // expected-error[prefix-assigned]{{a}}
    printf("%d\n", s->a->b->n);
#pragma pointerchain region end
    return 0;
}
