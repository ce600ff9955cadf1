// What is on the device while a function runs that another one calls in between, and elements of arrays.
struct between { int n; };
struct deeper { int n; };
struct spoiled { int n; };
struct after { int n; };
struct own { int n; };
struct array { double f[4]; char name[8]; double *bufs[2]; };
struct behind { int *count; };

static int step(struct between *between, struct deeper *deeper, struct spoiled *spoiled, struct after *after)
{
    int r = 0;
#pragma omp target pointerchain(between->n) // expected-note{{declared here}}
    between->n += 1; // expected-error[enclosing-data]{{chain 'between->n' is changed}}
#pragma omp target pointerchain(deeper->n) // expected-note{{declared here}}
    deeper->n += 1; // expected-error[enclosing-data]{{chain 'deeper->n' is changed}}
#pragma omp target map(from: r) pointerchain(spoiled->n) // expected-note{{declared here}}
    r = spoiled->n; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma omp target pointerchain(after->n)
    after->n += 1;
    return r;
}

static void calls(struct between *between, struct deeper *deeper, struct spoiled *spoiled, struct after *after)
{
    step(between, deeper, spoiled, after);
}

static void entered(struct between *between, struct deeper *deeper, struct spoiled *spoiled, struct after *after)
{
#pragma omp target enter data map(to: after[0:1])
#pragma omp target exit data map(from: after[0:1])
#pragma omp target enter data map(to: deeper[0:1], spoiled[0:1]) // expected-note{{stands here}} expected-note{{stands here}}
#pragma omp target
    spoiled->n = 4; // expected-note{{it may be changed here}}
    calls(between, deeper, spoiled, after);
#pragma omp target exit data map(from: deeper[0:1], spoiled[0:1])
#pragma omp target enter data map(to: between[0:1]) // expected-note{{stands here}}
    step(between, deeper, spoiled, after);
#pragma omp target exit data map(from: between[0:1])
}

static void put(struct own *own)
{
#pragma omp target enter data map(to: own[0:1]) // expected-note{{stands here}}
}

static int changes(struct own *own)
{
    int r = 0;
    put(own);
    own->n = 4; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(own->n) // expected-note{{declared here}}
    r = own->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static double sum(const double *x) { return x[0] + x[1]; }
static void set(double *x) { x[1] = 2; }

static double elements(struct array *one, struct behind *behind)
{
    double r = 0;
#pragma omp target enter data map(to: one[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
#pragma omp target map(tofrom: r)
    r = sum(one->f);
#pragma omp target map(from: r) pointerchain(one->f[1]) // expected-note{{declared here}}
    r = one->f[1]; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma omp target
    set(one->f); // expected-note{{it may be changed here}} expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(one->f[1]) // expected-note{{declared here}}
    r = one->f[1]; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma omp target
    one->name[0] = 'x'; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(one->name[0]) // expected-note{{declared here}}
    r = one->name[0]; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma omp target update from(one[0:1])
    one->bufs[1] = one->bufs[0]; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(one->bufs[1]) // expected-note{{declared here}}
    r = one->bufs[1] != 0; // expected-error[enclosing-data]{{where its value may be older}}
#pragma omp target enter data map(to: behind[0:1])
#pragma omp target enter data map(to: behind->count[0:1]) // expected-note{{stands here}}
#pragma omp target
    behind->count[0] = 4; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(behind->count[0]) // expected-note{{declared here}}
    r = behind->count[0]; // expected-error[enclosing-data]{{where its value may be newer}}
    return r;
}

static void section(struct array *two)
{
#pragma omp target pointerchain(two->f[1]) // expected-note{{declared here}}
    two->f[1] = 1; // expected-error[enclosing-data]{{chain 'two->f[1]' is changed}}
}

int main(void)
{
    int count = 1;
    struct between between = {1};
    struct deeper deeper = {1};
    struct spoiled spoiled = {1};
    struct after after = {1};
    struct own own = {1};
    struct array array = {{0}, "", {0, 0}};
    struct behind behind = {&count};
    entered(&between, &deeper, &spoiled, &after);
    section(&array);
    return changes(&own) + (int)elements(&array, &behind);
}
