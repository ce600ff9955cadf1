// A macro makes a signed type of the keyword 'unsigned'.
#include <stdio.h>

struct A { unsigned n; };
struct S { struct A *a; };
#define unsigned signed

int main(void)
{
    struct A a = {1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-error[keyword-macro]{{s->a->n}}
    printf("%d\n", (s->a->n - 3) / 2 > 100);
#pragma pointerchain region end
    return 0;
}
