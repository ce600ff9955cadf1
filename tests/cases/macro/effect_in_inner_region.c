// A macro's body in an inner region steps the root of the outer region's chain.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define NEXT() s++ // expected-note{{macro 'NEXT' is defined here}}

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so[2] = {{&one}, {&two}}, *s = so, *t = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
#pragma pointerchain region begin declare(t->a->m)
    NEXT(); // expected-error[prefix-assigned]{{s}}
    printf("%d ", t->a->m);
#pragma pointerchain region end
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
