// A macro makes an int of the keyword '_Bool'.
#include <stdio.h>

struct A { _Bool b; };
struct S { struct A *a; };
#define _Bool int

int main(void)
{
    struct A a = {0};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->b) // expected-error[keyword-macro]{{s->a->b}}
    s->a->b = 2;
    printf("%d\n", s->a->b);
#pragma pointerchain region end
    return 0;
}
