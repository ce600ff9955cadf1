// Variables of 'declare target' are on the device for good, and a pointer may lead to one.
struct atoms { int n; };
struct sim { struct atoms own; int m; };
#pragma omp declare target // expected-note{{'omp declare target' stands here}} expected-note{{stands here}}
struct sim global;
static const struct atoms fixed = {3};
#pragma omp end declare target
struct atoms later, *leads;
#pragma omp declare target(later, leads) // expected-note{{'omp declare target' stands here}} expected-note{{stands here}} expected-note{{stands here}}
struct other { int n; };
struct { int k; } elsewhere;

static int variables(struct sim *sim, struct other *other)
{
    int r = 0;
#pragma omp target pointerchain(global.m) // expected-note{{declared here}}
    global.m = 2; // expected-error[enclosing-data]:5{{chain 'global.m' is changed in 'omp target', and 'omp declare target' keeps it on the device: keep the chain out of the region, and update the host's by hand}}
#pragma omp target pointerchain(sim->own.n) // expected-note{{declared here}}
    sim->own.n = 2; // expected-error[enclosing-data]{{chain 'sim->own.n' is changed}}
#pragma omp target map(from: r) pointerchain(later.n, fixed.n) // expected-note{{declared here}}
    r = later.n + fixed.n; // expected-error[enclosing-data]:9{{chain 'later.n' is read in 'omp target', and 'omp declare target' keeps it on the device, maybe with another value: update one of them before the region}}
#pragma omp target map(from: r) pointerchain(leads->n) // expected-note{{declared here}}
    r = leads->n; // expected-error[enclosing-data]{{chain 'leads->n' is read in 'omp target'}}
#pragma omp target update to(global)
#pragma omp target map(from: r) pointerchain(global.m)
    r = global.m;
    global.own.n = 4; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(global.own.n) // expected-note{{declared here}}
    r = global.own.n; // expected-error[enclosing-data]:9{{chain 'global.own.n' is read in 'omp target' while 'omp declare target' keeps it on the device, where its value may be older: update the device's before 'omp target'}}
#pragma omp target pointerchain(other->n, elsewhere.k)
    other->n = elsewhere.k;
    return r;
}

int main(void)
{
    struct sim sim = {0};
    struct other other = {1};
    return variables(&sim, &other);
}
