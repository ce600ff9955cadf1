// A link lies in a union, and the pointer beside it is re-pointed, by name and as another type.
#include <stdio.h>
#include <stdint.h>

struct B { int n; };
union U { struct B *b; struct B *c; uintptr_t bits; };
struct A { union U u; };
struct S { struct A *a; };

int main(void)
{
    struct B one = {1}, two = {2};
    struct A a = {{&one}};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->u.b->n) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->u.b->n);
    s->a->u.c = &two; // expected-error{{s->a->u}}
    printf("%d ", s->a->u.b->n);
    s->a->u.bits = (uintptr_t)&one; // expected-error{{s->a->u}}
    printf("%d\n", s->a->u.b->n);
#pragma pointerchain region end
    return 0;
}
