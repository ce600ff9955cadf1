// expects: same output
// compilers: clang-19
// A bit-field is a statement expression's value: for Clang that has its declared type.
#include <stdio.h>

struct A { unsigned b : 3; };

int main(void)
{
    struct A store = {5}, *s = &store;
{ __typeof__(+s->b) pc_b = s->b;
    __typeof__(({ s->b; })) x = s->b;
    printf("%d %d %d\n", x - 6 < 0, pc_b - 6 < 0, ((void)0, s->b) - 6 < 0);
}
    return 0;
}
