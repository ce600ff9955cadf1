// A macro's body re-points a link.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a, *b; };
#define RELINK s->a = s->b // expected-note{{macro 'RELINK' is defined here}}

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S store = {&one, &two}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
    RELINK; // expected-error[prefix-assigned]{{s->a}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
