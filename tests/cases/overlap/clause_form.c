// also: openmp
// Overlapping chains in a clause; the link between them is re-pointed.
#include <stdio.h>

struct B { int n; };
struct A { struct B *b; };
struct S { struct A *a; };

int main(void)
{
    struct B b1 = {5}, b2 = {6};
    struct A a = {&b1};
    struct S store = {&a}, *s = &store;
    int one = 0, two = 0;
#pragma omp single pointerchain(s->a, s->a->b->n) // expected-note{{declared here}}
    {
        one = s->a->b->n;
        s->a->b = &b2; // expected-error[prefix-assigned]{{s->a->b}}
        two = s->a->b->n;
    }
    printf("%d %d\n", one, two);
    return 0;
}
