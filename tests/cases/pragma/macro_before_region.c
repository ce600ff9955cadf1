// A directive that a macro spells stands directly before the region: the region's block would become its statement.
// also: openmp
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define ON_DEVICE _Pragma("omp target map(tofrom: sum)") // expected-note{{macro 'ON_DEVICE' is defined here}}

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    int sum = 0, late = 0;
    ON_DEVICE
#pragma pointerchain region begin declare(s->a->n) // expected-error[split-construct]{{region}}
    sum += s->a->n;
    late += 100 * s->a->n;
#pragma pointerchain region end
    printf("%d %d\n", sum, late);
    return 0;
}
