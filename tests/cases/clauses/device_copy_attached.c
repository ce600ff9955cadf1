// Pointers that a directive makes lead to the device's data: no 'update' changes them, and a section counts for the struct.
struct swapped { double *x, *y; };
struct stays { double *x; };
struct again { double *x; };
struct counted { int n; double *x; };
struct freed { int n; double *x; };
struct alone { int n; double *x; };
struct null { int n; double *x; };
struct some { int n; double *x; };
struct kept { int n; double *x; };
struct within { int n; double *x; };
struct during { int n; double *x; };

static void flip(double **one, double **two)
{
    double *was = *one;
    *one = *two;
    *two = was;
}

static void make(struct stays *stays, double *x)
{
    stays->x = x;
}

static void put(struct stays *stays)
{
#pragma omp target enter data map(to: stays[0:1])
#pragma omp target enter data map(to: stays->x[0:4])
}

static void grow(struct again *again, double *x)
{
#pragma omp target exit data map(delete: again->x[0:4])
    again->x = x;
#pragma omp target enter data map(to: again->x[0:4])
}

static double get(struct swapped *swapped, struct stays *stays, struct again *again)
{
    double r = 0;
#pragma pointerchain region begin declare(swapped->x, stays->x, again->x) // expected-note{{chain 'swapped->x' is declared here}}
#pragma omp target map(tofrom: r)
    r = swapped->x[1] + stays->x[1] + again->x[1]; // expected-error[enclosing-data]{{chain 'swapped->x' is read in 'omp target' while 'omp target enter data' keeps it on the device, where it leads to what the host's led to before: keep it out of the region}}
#pragma pointerchain region end
    return r;
}

static void counts(struct counted *counted, struct freed *freed, struct alone *alone)
{
#pragma omp target enter data map(to: counted[0:1]) // expected-note{{'omp target enter data' maps it here}}
#pragma pointerchain region begin declare(counted->x) // expected-note{{chain 'counted->x' is declared here}}
#pragma omp target enter data map(to: counted->x[0:4]) // expected-error[attachment-lost]{{'map' of 'omp target enter data' counts as one more use of the device's copy of the struct of chain 'counted->x' for some compilers, which a section of the local does not: keep the chain out of the region}}
#pragma pointerchain region end
#pragma omp target exit data map(from: counted[0:1])
#pragma omp target enter data map(to: freed[0:1]) // expected-note{{'omp target enter data' maps it here}}
#pragma omp target enter data map(to: freed->x[0:4])
#pragma omp target exit data map(from: freed->x[0:4]) pointerchain(freed->x) // expected-error[attachment-lost]{{'map' of 'omp target exit data' counts as one more use of the device's copy of the struct of chain 'freed->x' for some compilers, which a section of the local does not: keep the chain out of the region}} expected-note{{chain 'freed->x' is declared here}}
#pragma omp target exit data map(from: freed[0:1])
#pragma omp target enter data map(to: alone->x[0:4]) pointerchain(alone->x)
#pragma omp target exit data map(from: alone->x[0:4]) pointerchain(alone->x)
}

static void keeps(struct kept *kept)
{
#pragma omp target data map(tofrom: kept[0:1])
    {
#pragma omp target enter data map(to: kept->x[0:4]) // expected-note{{'omp target enter data' stands here}}
    }
#pragma omp target pointerchain(kept->n) // expected-note{{chain 'kept->n' is declared here}}
    kept->n += 1; // expected-error[enclosing-data]{{chain 'kept->n' is changed in 'omp target' while 'omp target enter data' keeps it on the device: take it out of 'omp target enter data', or update it by hand}}
}

static void inside(struct within *within, struct during *during)
{
#pragma omp target enter data map(to: within[0:1], during[0:1])
#pragma omp target data map(to: within->x[0:4]) // expected-note{{'omp target data' begins here}}
    {
#pragma omp target exit data map(from: within[0:1])
#pragma omp target pointerchain(within->n) // expected-note{{chain 'within->n' is declared here}}
        within->n += 1; // expected-error[enclosing-data]{{chain 'within->n' is changed in 'omp target' while 'omp target data' keeps it on the device: take it out of 'omp target data', or update it by hand}}
    }
#pragma pointerchain region begin declare(during->x) // expected-note{{chain 'during->x' is declared here}}
#pragma omp target data map(to: during->x[0:4]) // expected-error[attachment-lost]{{'map' of 'omp target data' counts as one more use of the device's copy of the struct of chain 'during->x' for some compilers, which a section of the local does not: keep the chain out of the region}}
    {
#pragma omp target exit data map(from: during[0:1]) // expected-note{{'omp target exit data' maps it here}}
    }
#pragma pointerchain region end
}

static int tests(struct null *null, struct some *some, int n)
{
    int r = 0;
#pragma omp target map(to: null[0:1]) map(to: null->x[0:n]) map(tofrom: r) pointerchain(null->x) // expected-error[attachment-lost]{{'map' of 'omp target' may attach chain 'null->x' to no elements in the device's copy of its struct, where it is null then, and the local is not: keep the chain out of the region}} expected-note{{chain 'null->x' is declared here}}
    r = null->x == 0 ? 1 : 2; // expected-note{{it is tested here}}
#pragma omp target map(to: some[0:1]) map(to: some->x[0:4]) map(tofrom: r) pointerchain(some->x)
    r += some->x == 0 ? 1 : 2;
    return r;
}

int main(void)
{
    double x[4] = {0}, y[4] = {0}, r;
    struct swapped swapped = {x, y};
    struct stays stays = {0};
    struct again again = {x};
    struct counted counted = {1, x};
    struct freed freed = {1, x};
    struct alone alone = {1, x};
    struct null null = {1, x};
    struct some some = {1, x};
    struct kept kept = {1, x};
    struct within within = {1, x};
    struct during during = {1, x};
    make(&stays, x);
    put(&stays);
#pragma omp target enter data map(to: swapped, again)
#pragma omp target enter data map(to: swapped.x[0:4], again.x[0:4]) // expected-note{{'omp target enter data' stands here}}
    r = get(&swapped, &stays, &again);
    flip(&swapped.x, &swapped.y); // expected-note{{it may be changed here}}
    grow(&again, y);
    r += get(&swapped, &stays, &again);
    keeps(&kept);
    inside(&within, &during);
    counts(&counted, &freed, &alone);
    return tests(&null, &some, 0) + (int)r;
}
