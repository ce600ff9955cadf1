// The directive before the region comes from a macro in a macro, with an argument that becomes its text.
// also: openmp
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define TEXT(x) _Pragma(#x)
#define TARGET(v) TEXT(omp target map(tofrom: v)) // expected-note{{macro 'TARGET' is defined here}}

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    int sum = 0, late = 0;
    TARGET(sum)
#pragma pointerchain region begin declare(s->a->n) // expected-error[split-construct]{{region}}
    sum += s->a->n;
    late += 100 * s->a->n;
#pragma pointerchain region end
    printf("%d %d\n", sum, late);
    return 0;
}
