// expects: same output
// The macro of the keyword is the same type under another name, and one that the chain does not need.
#include <stdio.h>

struct A { unsigned n; };
struct S { struct A *a; };
#define double float
#define inline

int main(void)
{
    struct A a = {1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1;
#pragma pointerchain region end
    printf("%u\n", a.n);
    return 0;
}
