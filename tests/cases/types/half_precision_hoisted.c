// expects: same output
// A chain of type _Float16.
// compilers: clang-19
#include <stdio.h>

struct A { _Float16 h; _Float16 *r; };
struct S { struct A *a; };

int main(void)
{
    _Float16 r[2] = {(_Float16)1.0f, (_Float16)2.0f};
    struct A a = {(_Float16)1.5f, r};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->h, s->a->r)
    s->a->h = s->a->h * s->a->r[1];
#pragma pointerchain region end
    printf("%g\n", (double)(float)a.h);
    return 0;
}
