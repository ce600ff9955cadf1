// A part of a struct that is put onto the device while all of it is there keeps all of it there.
struct inner { int m; };
struct member { int k, n; };
struct array { int k; double f[4]; };
struct led { int k; double f[4]; };
struct holds { int k; struct inner inner; };
struct undone { int k, n; };
struct alone { int k; double f[4]; };

static void keep(struct inner *inner)
{
#pragma omp target enter data map(to: inner[0:1]) // expected-note{{stands here}}
}

static void parts(struct member *member, struct array *array, struct led *led, struct holds *holds)
{
    double *q = led->f;
#pragma omp target data map(tofrom: member[0:1], array[0:1], led[0:1], holds[0:1])
    {
#pragma omp target enter data map(to: member->n) // expected-note{{stands here}}
#pragma omp target enter data map(to: array->f[0:4]) // expected-note{{stands here}}
#pragma omp target enter data map(to: q[0:4]) // expected-note{{stands here}}
        keep(&holds->inner);
    }
#pragma omp target pointerchain(member->k) // expected-note{{declared here}}
    member->k += 5; // expected-error[enclosing-data]{{chain 'member->k' is changed}}
#pragma omp target pointerchain(array->k) // expected-note{{declared here}}
    array->k += 5; // expected-error[enclosing-data]{{chain 'array->k' is changed}}
#pragma omp target pointerchain(led->k) // expected-note{{declared here}}
    led->k += 5; // expected-error[enclosing-data]{{chain 'led->k' is changed}}
#pragma omp target pointerchain(holds->k) // expected-note{{declared here}}
    holds->k += 5; // expected-error[enclosing-data]{{chain 'holds->k' is changed}}
}

static void others(struct undone *undone, struct alone *alone)
{
    double *q = alone->f;
#pragma omp target data map(tofrom: undone[0:1])
    {
#pragma omp target enter data map(to: undone->n)
#pragma omp target exit data map(from: undone->n)
    }
#pragma omp target pointerchain(undone->k)
    undone->k += 5;
#pragma omp target enter data map(to: q[0:4])
#pragma omp target pointerchain(alone->k)
    alone->k += 5;
}

int main(void)
{
    struct member member = {1, 2};
    struct array array = {1, {0}};
    struct led led = {1, {0}};
    struct holds holds = {1, {2}};
    struct undone undone = {1, 2};
    struct alone alone = {1, {0}};
    parts(&member, &array, &led, &holds);
    others(&undone, &alone);
    return 0;
}
