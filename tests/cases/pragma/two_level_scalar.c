// A macro of two levels maps a scalar that the region changes.
// also: openmp
#include <stdio.h>

struct L { int n; };
struct S { struct L *l; };
#define TEXT(a) _Pragma(#a)
#define BOTH_WAYS(v) TEXT(omp target map(tofrom: v))

int main(void)
{
    struct L l = {3};
    struct S store = {&l}, *s = &store;
#pragma pointerchain region begin declare(s->l->n) // expected-note{{declared here}}
    BOTH_WAYS(s->l->n) // expected-error@*{{s->l->n}}
    s->l->n += 4;
    s->l->n += 1;
#pragma pointerchain region end
    printf("%d\n", l.n);
    return 0;
}
