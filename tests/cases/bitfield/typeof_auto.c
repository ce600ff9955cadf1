// expects: same output
// The type of a variable is deduced from a bit-field in C.
#include <stdio.h>

struct A { unsigned bf : 3; int sb : 3; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {5, -2};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->bf, s->a->sb)
    __typeof__(s->a->bf + 0) sum = s->a->bf;
    __typeof__(-s->a->sb) minus = s->a->sb;
    printf("%d %d %d %zu\n", sum - 6 < 0, minus, s->a->bf - 6 < 0, sizeof(s->a->bf + 0));
#pragma pointerchain region end
    return 0;
}
