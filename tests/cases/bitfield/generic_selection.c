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
#pragma pointerchain region begin declare(s->a->bf)
    int kind = _Generic(s->a->bf, int: 1, unsigned: 2, default: 3);
    int plus = _Generic(+s->a->bf, int: 1, unsigned: 2, default: 3);
    printf("%d %d %d\n", kind, plus, s->a->bf - 6);
#pragma pointerchain region end
    return 0;
}
