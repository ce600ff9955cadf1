// args: -std=c++20
// References to a chain's memory, and a pointer whose type a call decides.
struct mapped { int n; double e; };
struct refers { int &n; };
struct given { int n; };

static void on(auto *p)
{
#pragma omp target enter data map(to: p[0:1])
}

static void step(struct given *given)
{
#pragma omp target pointerchain(given->n) // expected-note{{declared here}}
    given->n += 5; // expected-error[enclosing-data]{{chain 'given->n' is changed}}
}

int main()
{
    mapped mapped{1, 2};
    refers refers{mapped.n}, *p = &refers;
    given given{1};
#pragma omp target enter data map(to: mapped) // expected-note{{stands here}}
#pragma omp target map(tofrom: p->n) pointerchain(p->n) // expected-note{{declared here}}
    p->n += 5; // expected-error[enclosing-data]{{chain 'p->n' is changed}}
    on(&given);
    step(&given);
    return mapped.n;
}
