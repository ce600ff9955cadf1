// A clause of a construct in the region gives each thread its own link, or a new value of it.
#include <stdio.h>

struct B { int n; };
struct A { struct B b; int k; };

int main(void)
{
    struct A store = {{1}, 2}, *s = &store;
    struct B b = {5};
    int sum = 0;
#pragma pointerchain region begin declare(s->b.n, s->k) // expected-note{{declared here}} expected-note{{declared here}}
#pragma omp parallel for firstprivate(s) lastprivate(s) // expected-note{{'omp parallel for' begins here}} expected-note{{'omp parallel for' begins here}}
    for (int i = 0; i < 2; i++)
        sum += s->b.n + s->k; // expected-error@*{{s->}} expected-error@*{{s->}}
#pragma pointerchain region end
    printf("%d\n", sum + b.n);
    return 0;
}
