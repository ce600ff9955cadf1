// expects: same output
// The included text is an initializer's list.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->n)
    static const int table[] = {
#include "table.inc"
    };
    for (int k = 0; k < 3; k++)
        sum += table[k] * s->a->n;
#pragma pointerchain region end
    printf("%d\n", sum);
    return 0;
}
