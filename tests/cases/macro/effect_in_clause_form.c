// A macro's body steps the subscript in a clause's region.
// also: openmp
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define STEP() (++i) // expected-note{{macro 'STEP' is defined here}}

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S s[2] = {{&one}, {&two}};
    int i = 0, sum = 0;
#pragma omp single pointerchain(s[i].a->n) // expected-note{{declared here}}
    {
        sum = s[i].a->n;
        STEP(); // expected-error[subscript-changed]{{i}}
        sum = sum * 10 + s[i].a->n;
    }
    printf("%d\n", sum);
    return 0;
}
