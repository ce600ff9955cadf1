// A clause changes the chain, and nothing in the statement does: the value is written back all the same.
#include <stdio.h>

struct A { int n; int x[8]; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {0, {0}};
    struct S store = {&a}, *s = &store;
{ int *pc_a_x = s->a->x; int pc_a_n = s->a->n;
#pragma omp simd linear(pc_a_n : 1)
    for (int i = 0; i < 8; i++)
        pc_a_x[i] = 2 * pc_a_n;
s->a->n = pc_a_n; }
    printf("%d\n", a.x[0]);
    return 0;
}
