// expects: same output
// compilers: clang-19
// The type of a bit-field chooses in a generic selection; for Clang it is the declared one.
#include <stdio.h>

struct A { unsigned bf : 3; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {5};
    struct S store = {&a}, *s = &store;
{ __typeof__(+s->a->bf) pc_a_bf = s->a->bf;
    int kind = _Generic(s->a->bf, int: 1, unsigned: 2, default: 3);
    int twice = _Generic((0, s->a->bf), int: 1, unsigned: 2, default: 3);
    printf("%d %d %d\n", kind, twice, pc_a_bf - 6);
}
    return 0;
}
