// A directive that a macro spells governs a statement of the region that changes the hoisted value.
// also: openmp
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define TARGET _Pragma("omp target")
#define INNER() TARGET // expected-note{{macro 'INNER' is defined here}}

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    INNER()
    s->a->n += 4; // expected-error[unknown-construct]@*{{s->a->n}}
    s->a->n += 1;
#pragma pointerchain region end
    printf("%d\n", one.n);
    return 0;
}
