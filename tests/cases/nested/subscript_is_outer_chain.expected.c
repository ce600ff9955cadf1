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
{ int pc_a_at = s->a->at;
    for (pc_a_at = 0; pc_a_at < 3; pc_a_at++) {
{ int pc_a_r = s->a->r[pc_a_at];
        sum = sum * 10 + pc_a_r;
}
    }
s->a->at = pc_a_at; }
    printf("%d %d\n", sum, a.at);
    return 0;
}
