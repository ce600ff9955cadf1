// expects: same output
// compilers: clang-19
// The type of a variable is deduced from a bit-field in C: for Clang the declared one.
#include <stdio.h>

struct A { unsigned bf : 3; };
struct S { struct A *a; };

int main(void)
{
    int k = 0;
    struct A a = {5};
    struct S store = {&a}, *s = &store;
{ __typeof__(+s->a->bf) pc_a_bf = s->a->bf;
    __auto_type y = (1 ? s->a->bf : s->a->bf);
    __auto_type x = (k++, s->a->bf);
    printf("%d %d %d %d\n", k, y - 6 < 0, x - 6 < 0, pc_a_bf - 6 < 0);
}
    return 0;
}
