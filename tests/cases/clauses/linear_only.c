// A clause changes the chain, and nothing in the statement does: the value is written back all the same.
#include <stdio.h>

struct A { int n; int x[8]; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {0, {0}};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n, s->a->x)
#pragma omp simd linear(s->a->n : 1)
    for (int i = 0; i < 8; i++)
        s->a->x[i] = 2 * s->a->n;
#pragma pointerchain region end
    printf("%d\n", a.x[0]);
    return 0;
}
