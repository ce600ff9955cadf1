// expects: same output
// A macro tests a link for null before the chain is used.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define HAVE_A (s->a != NULL) // expected-note{{macro 'HAVE_A' is defined here}}
#define GIVEN(p) if (p)

int main(void)
{
    struct A a = {1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    if (HAVE_A) // expected-warning[guarded-chain]{{a}}
        s->a->n += 1;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    GIVEN(s->a) // expected-warning[guarded-chain]{{s->a}}
        s->a->n += 1;
#pragma pointerchain region end
    printf("%d\n", a.n);
    return 0;
}
