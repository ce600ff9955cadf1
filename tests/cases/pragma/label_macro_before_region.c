// expects: same output
// A macro before the region spells a label, whole statements, and a stand-alone directive.
// also: openmp
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define SETUP sum = 1;
#define SYNC _Pragma("omp barrier")
#define NOTHING

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    int sum = 0;
    SETUP
    SYNC
    NOTHING
#pragma pointerchain region begin declare(s->a->n)
    sum += s->a->n;
    s->a->n += 10;
#pragma pointerchain region end
    printf("%d %d\n", sum, one.n);
    return 0;
}
