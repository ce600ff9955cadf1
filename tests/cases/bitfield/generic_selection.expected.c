// expects: same output
// compilers: gcc
// The type of a bit-field chooses in a generic selection; for gcc it has its own width.
#include <stdio.h>

struct A { unsigned bf : 3; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {5};
    struct S store = {&a}, *s = &store;
{ __typeof__(+s->a->bf) pc_a_bf = s->a->bf;
    int kind = _Generic(s->a->bf, int: 1, unsigned: 2, default: 3);
    int plus = _Generic(+pc_a_bf, int: 1, unsigned: 2, default: 3);
    printf("%d %d %d\n", kind, plus, pc_a_bf - 6);
}
    return 0;
}
