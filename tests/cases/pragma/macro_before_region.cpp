// A directive that a macro spells, before the region, in a template.
// also: openmp
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define ON_DEVICE _Pragma("omp target map(tofrom: sum)") // expected-note{{macro 'ON_DEVICE' is defined here}}

template <class T> static T run(S *s)
{
    T sum = 0, late = 0;
    ON_DEVICE
#pragma pointerchain region begin declare(s->a->n) // expected-error[split-construct]{{region}} expected-note{{declared here}}
    sum += s->a->n; // expected-warning[aliased-call]{{operator+=}}
    late += 100 * s->a->n;
#pragma pointerchain region end
    return sum + late;
}

int main()
{
    A one = {1};
    S store = {&one};
    std::printf("%d\n", run<int>(&store));
    return 0;
}
