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
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
    if (HAVE_A) // expected-warning[guarded-chain]{{a}}
        pc_a_n += 1;
s->a->n = pc_a_n; }
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
    GIVEN(s->a) // expected-warning[guarded-chain]{{s->a}}
        pc_a_n += 1;
s->a->n = pc_a_n; }
    printf("%d\n", a.n);
    return 0;
}
