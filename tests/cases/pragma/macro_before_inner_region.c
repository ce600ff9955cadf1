// A directive that a macro spells stands before an inner region.
// also: openmp
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define TARGET _Pragma("omp target map(tofrom: sum)") // expected-note{{macro 'TARGET' is defined here}}

int main(void)
{
    struct A one = {1, 2};
    struct S store = {&one}, *s = &store;
    int sum = 0, late = 0;
#pragma pointerchain region begin declare(s->a->m)
    sum += s->a->m;
    TARGET
#pragma pointerchain region begin declare(s->a->n) // expected-error[split-construct]{{region}}
    sum += s->a->n;
    late += 100 * s->a->n;
#pragma pointerchain region end
#pragma pointerchain region end
    printf("%d %d\n", sum, late);
    return 0;
}
