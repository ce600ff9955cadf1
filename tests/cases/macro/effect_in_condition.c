// A body's effect on the root stands in a loop's condition, and in a statement expression.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define MORE (s++, s < so + 2) // expected-note{{macro 'MORE' is defined here}}
#define BACK ({ s = so; 0; }) // expected-note{{macro 'BACK' is defined here}}

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so[3] = {{&one}, {&two}, {&one}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    do
        printf("%d ", s->a->n);
    while (MORE); // expected-error[prefix-assigned]{{s}}
    printf("%d\n", s->a->n + BACK); // expected-error[prefix-assigned]{{s}}
#pragma pointerchain region end
    return 0;
}
