// The root's own object is a union: its pointers share memory.
#include <stdio.h>

struct A { int n; };
union S { struct A *a; struct A *b; };

int main(void)
{
    struct A one = {1}, two = {2};
    union S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
    s->b = &two; // expected-error{{s->b}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
