// expects: same output
// An inner chain's subscript is an outer region's chain, which the outer region changes.
#include <stdio.h>

struct A { int at; int r[3]; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {0, {5, 6, 7}};
    struct S store = {&a}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->at)
    for (s->a->at = 0; s->a->at < 3; s->a->at++) {
#pragma pointerchain region begin declare(s->a->r[s->a->at])
        sum = sum * 10 + s->a->r[s->a->at];
#pragma pointerchain region end
    }
#pragma pointerchain region end
    printf("%d %d\n", sum, a.at);
    return 0;
}
