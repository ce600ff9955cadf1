// Kernels whose members or callees a template's argument decides, and elements of a container.
#include <vector>
struct bumped { int n; };
struct called { int n; void operator()(int by) { n += by; } };
struct held { std::vector<double> v; };

template <class T> static void bump(T *it)
{
#pragma omp target
    it->n += 40; // expected-note{{it may be changed here}} expected-note{{it may be changed here}}
}

template <class F> static void for_all(int n, F *f)
{
#pragma omp target
    for (int i = 0; i < n; i++) (*f)(i);
}

static int get(bumped *bumped, called *called)
{
    int r = 0;
#pragma omp target map(tofrom: r) pointerchain(bumped->n) // expected-note{{chain 'bumped->n' is declared here}}
    r = bumped->n; // expected-error[enclosing-data]{{chain 'bumped->n' is read in 'omp target' while 'omp target enter data' keeps it on the device, where its value may be newer: update the host's before the region}}
#pragma omp target map(tofrom: r) pointerchain(called->n) // expected-note{{chain 'called->n' is declared here}}
    r += called->n; // expected-error[enclosing-data]{{chain 'called->n' is read in 'omp target' while 'omp target enter data' keeps it on the device, where its value may be newer: update the host's before the region}}
    return r;
}

static double elements(held *held)
{
    double *d = held->v.data(), r = 0;
#pragma omp target enter data map(to: d[0:3])
#pragma pointerchain region begin declare(held->v[1]) // expected-note{{chain 'held->v[1]' is declared here}}
    r = held->v[1];
#pragma omp target update from(d[0:3]) // expected-error[enclosing-data]{{'omp target update' may bring another value of chain 'held->v[1]' than the region has in its local: keep it out of the region}} expected-note{{'omp target update' stands here}}
    r += held->v[1];
#pragma pointerchain region end
    return r;
}

int main()
{
    bumped one{1};
    called other{1};
    held held{{1, 2, 3}};
#pragma omp target enter data map(to: one, other) // expected-note{{'omp target enter data' stands here}} expected-note{{'omp target enter data' stands here}}
    bump(&one);
    for_all(3, &other);
    return get(&one, &other) + (int)elements(&held);
}
