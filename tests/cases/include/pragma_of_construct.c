// The included text is a directive: it governs the statement of the region's text that follows it.
// also: openmp
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
#include "pragma_of_construct.inc" // expected-error[included-text]{{s->a->n}} expected-note@*{{directive}}
    s->a->n += 4;
    s->a->n += 1;
#pragma pointerchain region end
    printf("%d\n", one.n);
    return 0;
}
