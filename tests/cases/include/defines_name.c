// The included text makes a macro of a name that spells the chain after it.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1, 2};
    struct S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
#include "defines_name.inc" // expected-error@*{{n}} expected-note@*{{it is defined here}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
