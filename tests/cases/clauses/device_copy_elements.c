// Elements that plain pointers and arrays lead to as well, unions, and sections that begin elsewhere than the pointer leads to.
struct array { int n; double f[4]; };
struct led { int n; double *x; };
struct walked { double f[4]; };
struct counters { int *count; };
struct other { long *x; };
struct shared { union { int n; float f; } as; };
struct end { double *end; int n; };

static double elements(struct array *array, struct led *led, struct walked *walked, struct counters *counters)
{
    double r = 0, *q = array->f, *d = led->x;
#pragma omp target enter data map(to: array[0:1], d[0:4], walked[0:1]) // expected-note{{'omp target enter data' stands here}} expected-note{{'omp target enter data' stands here}}
#pragma pointerchain region begin declare(array->f[1]) // expected-note{{chain 'array->f[1]' is declared here}}
    r = array->f[1];
#pragma omp target update from(q[0:4]) // expected-error[enclosing-data]{{'omp target update' may bring another value of chain 'array->f[1]' than the region has in its local: keep it out of the region}} expected-note{{'omp target update' stands here}}
    r += array->f[1];
#pragma pointerchain region end
#pragma omp target
    d[1] = 44; // expected-note{{it may be changed here}} expected-note{{it may be changed here}}
#pragma omp target map(tofrom: r) map(to: led->x[0:4]) pointerchain(led->x[1]) // expected-note{{chain 'led->x[1]' is declared here}}
    r += led->x[1]; // expected-error[enclosing-data]{{chain 'led->x[1]' is read in 'omp target' while 'omp target enter data' keeps it on the device, where its value may be newer: update the host's before the region}}
#pragma omp target
    for (double *at = walked->f; at < walked->f + 4; at++) *at = 44;
#pragma omp target map(tofrom: r) pointerchain(walked->f[1]) // expected-note{{chain 'walked->f[1]' is declared here}}
    r += walked->f[1]; // expected-error[enclosing-data]{{chain 'walked->f[1]' is read in 'omp target' while 'omp target enter data' keeps it on the device, where its value may be newer: update the host's before the region}}
    int numbers[2] = {0};
    counters->count = numbers;
#pragma omp target data map(to: numbers) // expected-note{{'omp target data' begins here}}
#pragma omp target pointerchain(counters->count[0]) // expected-note{{chain 'counters->count[0]' is declared here}}
    counters->count[0] += 1; // expected-error[enclosing-data]{{chain 'counters->count[0]' is changed in 'omp target' while 'omp target data' keeps it on the device: take it out of 'omp target data', or update it by hand}}
    return r;
}

static long apart(struct other *other, float *floats)
{
    long r = 0;
#pragma omp target enter data map(to: floats[0:4])
#pragma omp target
    floats[1] = 44;
#pragma omp target map(tofrom: r) map(to: other->x[0:4]) pointerchain(other->x[1])
    r = other->x[1];
    return r;
}

static int others(struct shared *shared, struct end *end)
{
    int r = 0;
#pragma omp target enter data map(to: shared[0:1], end[0:1]) // expected-note{{'omp target enter data' stands here}}
#pragma omp target enter data map(to: end->end[-4:4]) // expected-note{{'omp target enter data' stands here}}
#pragma omp target
    shared->as.f = 1.5f; // expected-note{{it may be changed here}}
#pragma omp target map(tofrom: r) pointerchain(shared->as.n) // expected-note{{chain 'shared->as.n' is declared here}}
    r += shared->as.n; // expected-error[enclosing-data]{{chain 'shared->as.n' is read in 'omp target' while 'omp target enter data' keeps it on the device, where its value may be newer: update the host's before the region}}
#pragma omp target map(tofrom: r) pointerchain(end->end) // expected-note{{chain 'end->end' is declared here}}
    r += (int)end->end[-1]; // expected-error[enclosing-data]{{chain 'end->end' is followed in 'omp target' to elements that 'omp target enter data' has put on the device, which begin elsewhere than it leads to: name the section in a clause of 'omp target'}}
#pragma omp target map(tofrom: r) map(to: end->end[-4:4]) pointerchain(end->end)
    r += (int)end->end[-1];
    return r;
}

int main(void)
{
    double x[4] = {0};
    float floats[4] = {0};
    long longs[4] = {0};
    struct array array = {1, {0}};
    struct led led = {1, x};
    struct walked walked = {{0}};
    struct counters counters = {0};
    struct other other = {longs};
    struct shared shared = {{1}};
    struct end end = {x + 4, 4};
    return (int)(elements(&array, &led, &walked, &counters) + apart(&other, floats)) + others(&shared, &end);
}
