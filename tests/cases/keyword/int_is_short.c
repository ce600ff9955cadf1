// A macro makes a shorter type of the keyword 'int'.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define int short

signed main(void)
{
    struct A a = {100000};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-error[keyword-macro]{{s->a->n}}
    s->a->n += 1;
#pragma pointerchain region end
    printf("%d\n", a.n);
    return 0;
}
