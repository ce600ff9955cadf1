// The macro that spells the directive is the command line's.
// args: '-DTARGET=_Pragma("omp target map(tofrom:sum)")'
// also: openmp
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    int sum = 0, late = 0;
    TARGET
#pragma pointerchain region begin declare(s->a->n) // expected-error[split-construct]{{region}}
    sum += s->a->n;
    late += 100 * s->a->n;
#pragma pointerchain region end
    printf("%d %d\n", sum, late);
    return 0;
}
