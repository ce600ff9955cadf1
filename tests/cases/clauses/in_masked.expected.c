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
{ int pc_a_n = s->a->n;
            pc_a_n += 4;
s->a->n = pc_a_n; }
        }
    }
    printf("%d\n", a.n);
    return 0;
}
