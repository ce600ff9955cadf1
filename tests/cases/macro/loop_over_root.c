// A macro's body is the head of a loop over the root.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define EACH for (s = so; s < so + 2; s++) // expected-note{{macro 'EACH' is defined here}}

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so[2] = {{&one}, {&two}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    EACH // expected-error[prefix-assigned]{{s}}
        printf("%d ", s->a->n);
#pragma pointerchain region end
    printf("\n");
    return 0;
}
