// A variable of a class template is on the device: of any type, perhaps.
struct tenth { int n; };
template <class X> struct table {
#pragma omp begin declare target // expected-note{{stands here}}
    static inline X value{1};
#pragma omp end declare target
};

static int of_table(tenth *j)
{
    int r = 0;
    j->n = 4;
#pragma omp target map(from: r) pointerchain(j->n) // expected-note{{declared here}}
    r = j->n; // expected-error[enclosing-data]{{chain 'j->n' is read in 'omp target', and 'omp begin declare target' keeps it on the device, maybe with another value: update one of them before the region}}
    return r;
}

int main() { return of_table(&table<tenth>::value); }
