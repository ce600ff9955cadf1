// expects: same output
// A member of type _Float16 beside the chain, in its struct and hoisted itself.
// compilers: clang-19
#include <stdio.h>

struct A { _Float16 h; int n; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {(_Float16)1.5f, 1};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += (int)(s->a->h * (_Float16)2.0f);
#pragma pointerchain region end
    printf("%d\n", a.n);
    return 0;
}
