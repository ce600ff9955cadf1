// The included text is a directive directly before the region: the region's block would become its statement.
// also: openmp
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    int sum = 0, late = 0;
#include "pragma_before_region.inc"
#pragma pointerchain region begin declare(s->a->n) // expected-error[split-construct]{{region}} expected-note@*{{the directive is here}}
    sum += s->a->n;
    late += 100 * s->a->n;
#pragma pointerchain region end
    printf("%d %d\n", sum, late);
    return 0;
}
