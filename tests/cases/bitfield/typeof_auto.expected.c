// expects: same output
// The type of a variable is deduced from a bit-field in C.
#include <stdio.h>

struct A { unsigned bf : 3; int sb : 3; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {5, -2};
    struct S store = {&a}, *s = &store;
{ __typeof__(+s->a->bf) pc_a_bf = s->a->bf;
    __typeof__(s->a->bf + 0) sum = pc_a_bf;
    __typeof__(-s->a->sb) minus = s->a->sb;
    printf("%d %d %d %zu\n", sum - 6 < 0, minus, pc_a_bf - 6 < 0, sizeof(s->a->bf + 0));
}
    return 0;
}
