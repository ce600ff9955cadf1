// A macro makes another type of the keyword 'double' between the struct and the region.
#include <stdio.h>

struct A { double d; };
struct S { struct A *a; };
#define double float

int main(void)
{
    struct A a = {0.1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->d) // expected-error[keyword-macro]{{s->a->d}}
    s->a->d += 0.2;
#pragma pointerchain region end
    printf("%.17g\n", a.d);
    return 0;
}
