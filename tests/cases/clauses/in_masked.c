// One thread of the team executes the region, which may change what it hoists.
// also: openmp
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1};
    struct S store = {&a}, *s = &store;
#pragma omp parallel
    {
#pragma omp masked
        {
#pragma pointerchain region begin declare(s->a->n)
            s->a->n += 4;
#pragma pointerchain region end
        }
    }
    printf("%d\n", a.n);
    return 0;
}
