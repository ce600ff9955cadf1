// The host changes what the device has in another function, before the region's is called again.
struct set { int n; };
struct late { int n; };
struct inner { int m; };
struct holds { int k; struct inner inner; };
struct twice { int n; };
struct during { int n; };
struct direct { int n; };
struct pointed { int n; };
struct behind { int n; };

static void set(struct set *set, int n)
{
    set->n = n; // expected-note{{it may be changed here}}
}

static void late(struct late *late)
{
    struct late kept = *late;
    late->n = 44;
#pragma omp target update to(late[0:1])
    *late = kept; // expected-note{{it may be changed here}}
}

static void inner(struct holds *holds)
{
    struct inner *inner = &holds->inner, kept = *inner;
    inner->m = 44;
#pragma omp target update to(inner[0:1])
    *inner = kept; // expected-note{{it may be changed here}}
}

static void direct(struct direct *direct)
{
    direct->n = 44;
#pragma omp target update to(direct->n)
    direct->n = 5; // expected-note{{it may be changed here}}
}

static void advance(struct twice *twice, int again)
{
    twice->n += 1; // expected-note{{it may be changed here}}
    if (again) {
#pragma omp target update to(twice->n)
    }
}

static void pointed(struct pointed *pointed)
{
    pointed->n = 4;
}

static void (*by_pointer)(struct pointed *) = pointed;

static int behind(struct behind *behind, int count)
{
    int r = 0;
#pragma omp target enter data map(to: behind[0:1]) // expected-note{{stands here}} expected-note{{stands here}}
#pragma omp target update to(behind->n)
    behind->n = 8; // expected-note{{it may be changed here}}
#pragma pointerchain region begin declare(behind->n) // expected-note{{declared here}}
#pragma omp target map(from: r)
    r = behind->n; // expected-error[enclosing-data]{{where its value may be older}}
#pragma pointerchain region end
    for (int i = 0; i < count; i++) {
#pragma omp target update to(behind->n)
        behind->n++; // expected-note{{it may be changed here}}
#pragma pointerchain region begin declare(behind->n) // expected-note{{declared here}}
#pragma omp target map(from: r)
        r = behind->n; // expected-error[enclosing-data]{{where its value may be older}}
#pragma pointerchain region end
    }
    return r;
}

static int reads(struct pointed *pointed)
{
    int r = 0;
#pragma omp target map(from: r) pointerchain(pointed->n) // expected-note{{declared here}}
    r = pointed->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static int step(struct set *set, struct late *late, struct holds *holds, struct twice *twice, struct during *during)
{
    int r = 0;
#pragma omp target map(from: r) pointerchain(set->n) // expected-note{{declared here}}
    r = set->n; // expected-error[enclosing-data]{{where its value may be older}}
#pragma omp target map(from: r) pointerchain(late->n) // expected-note{{declared here}}
    r = late->n; // expected-error[enclosing-data]{{where its value may be older}}
#pragma omp target map(from: r) pointerchain(holds->inner.m) // expected-note{{declared here}}
    r = holds->inner.m; // expected-error[enclosing-data]{{where its value may be older}}
#pragma omp target map(from: r) pointerchain(twice->n) // expected-note{{declared here}}
    r = twice->n; // expected-error[enclosing-data]{{where its value may be older}}
#pragma omp target map(from: r) pointerchain(during->n) // expected-note{{declared here}}
    r = during->n; // expected-error[enclosing-data]{{where its value may be older}}
    return r;
}

static void during(struct set *set, struct late *late, struct holds *holds, struct twice *twice, struct during *during)
{
#pragma omp target data map(to: during[0:1]) // expected-note{{begins here}}
    {
        during->n = 4; // expected-note{{it may be changed here}}
        step(set, late, holds, twice, during);
    }
}

static void upload(struct set *set, struct late *late, struct holds *holds, struct twice *twice)
{
#pragma omp target enter data map(to: set[0:1], late[0:1], holds[0:1], twice[0:1]) // expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}} expected-note{{stands here}}
}

int main(void)
{
    struct set one = {1};
    struct late two = {1};
    struct holds three = {1, {1}};
    struct twice four = {1};
    struct during five = {1};
    struct direct six = {1};
    struct pointed seven = {1};
    int r = 0;
    upload(&one, &two, &three, &four);
    step(&one, &two, &three, &four, &five);
    set(&one, 5);
    late(&two);
    inner(&three);
    advance(&four, 0);
    during(&one, &two, &three, &four, &five);
#pragma omp target enter data map(to: six) // expected-note{{stands here}}
    direct(&six);
#pragma omp target map(from: r) pointerchain(six.n) // expected-note{{declared here}}
    r = six.n; // expected-error[enclosing-data]{{where its value may be older}}
#pragma omp target enter data map(to: seven) // expected-note{{stands here}}
    by_pointer(&seven); // expected-note{{it may be changed here}}
    struct behind eight = {1};
    return r + reads(&seven) + behind(&eight, 2);
}
