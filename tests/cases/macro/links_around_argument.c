// The root is a macro's argument, the links are its body's: a whole chain that cannot be edited.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define N(x) (x)->a->n // expected-note{{macro 'N' is defined here}} expected-note{{macro 'N' is defined here}}

int main(void)
{
    struct A one = {1, 2};
    struct S so = {&one}, *s = &so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    s->a->n += 1;
    printf("%d\n", N(s)); // expected-error[chain-in-macro]{{s->a->n}}
    N(s) = 7; // expected-error[chain-in-macro]{{s->a->n}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
