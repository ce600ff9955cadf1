// expects: same output
// A local prototype has the chain in an array parameter's length, which is evaluated by nobody.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
int last(int k, int *a);
int last(int k, int *a) { return a[k - 1]; }

int main(void)
{
    struct A a = {2};
    struct S store = {&a}, *s = &store;
    int all[2] = {5, 6}, sum = 0;
#pragma pointerchain region begin declare(s->a->n)
    int twice(int k, int a[s->a->n]);
    sum = twice(s->a->n, all);
#pragma pointerchain region end
    printf("%d\n", sum);
    return 0;
}

int twice(int k, int *a) { return 2 * last(k, a); }
