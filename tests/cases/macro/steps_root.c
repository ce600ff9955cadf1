// A macro's body steps the root: no text of the region shows it.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define NEXT() s++ // expected-note{{macro 'NEXT' is defined here}}

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so[2] = {{&one}, {&two}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
    NEXT(); // expected-error[prefix-assigned]{{s}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
