// A macro is another name of the root, in one and in two steps.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define CURRENT s // expected-note{{macro 'CURRENT' is defined here}}
#define HERE CURRENT // expected-note{{macro 'HERE' is defined here}}

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so[2] = {{&one}, {&two}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->n);
    CURRENT = so + 1; // expected-error[prefix-assigned]{{s}}
    printf("%d ", s->a->n);
    HERE--; // expected-error[prefix-assigned]{{s}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
