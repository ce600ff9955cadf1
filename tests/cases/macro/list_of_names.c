// An X macro: one body, and the root among the arguments of another body.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define ALL(X) X(s) X(k) // expected-note{{macro 'ALL' is defined here}}
#define ADVANCE(v) v++;

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so[2] = {{&one}, {&two}}, *s = so;
    int k = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
    ALL(ADVANCE) // expected-error[prefix-assigned]{{s}}
    printf("%d %d\n", s->a->n, k);
#pragma pointerchain region end
    return 0;
}
