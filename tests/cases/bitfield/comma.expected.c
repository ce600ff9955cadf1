// expects: same output
// compilers: clang-19
// The right side of a comma is a bit-field: for Clang the whole has its declared type.
#include <stdio.h>

struct A { unsigned b : 3; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {5};
    struct S store = {&a}, *s = &store;
{ __typeof__(+s->a->b) pc_a_b = s->a->b;
    __typeof__((0, s->a->b)) x = s->a->b;
    printf("%d %d\n", x - 6 < 0, pc_a_b - 6 < 0);
}
    return 0;
}
