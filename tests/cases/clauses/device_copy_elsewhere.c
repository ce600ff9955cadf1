// What another function puts on the device, and keeps there, may be there in this one.
struct atoms { int n, m, k; };
struct sim { struct atoms *atoms; };
struct box { int n; };
struct tile { int n; };
int acc_copyin(void *where, unsigned long size);

static void setup(struct sim *sim, struct tile *tile)
{
#pragma omp target enter data map(to: sim->atoms[0:1]) // expected-note{{stands here}} expected-note{{stands here}}
    acc_copyin(tile, sizeof *tile); // expected-note{{'acc_copyin' stands here}}
}

static void balanced(struct box *box)
{
#pragma omp target enter data map(to: box[0:1])
#pragma omp target exit data map(from: box[0:1])
}

static void spoil(struct sim *other)
{
#pragma omp target
    other->atoms->k = 1; // expected-note{{it may be changed here}}
}

static int step(struct sim *sim, struct box *box, struct tile *tile)
{
    int r = 0;
#pragma omp target map(from: r) pointerchain(sim->atoms->n)
    r = sim->atoms->n;
#pragma omp target pointerchain(sim->atoms->m) // expected-note{{declared here}}
    sim->atoms->m = 1; // expected-error[enclosing-data]{{chain 'sim->atoms->m' is changed in 'omp target' while 'omp target enter data' keeps it on the device}}
#pragma omp target map(from: r) pointerchain(sim->atoms->k) // expected-note{{declared here}}
    r = sim->atoms->k; // expected-error[enclosing-data]{{where its value may be newer}}
#pragma omp target pointerchain(box->n)
    box->n = 1;
#pragma omp target pointerchain(tile->n) // expected-note{{declared here}}
    tile->n = 1; // expected-error[enclosing-data]{{while 'acc_copyin' keeps it on the device}}
    return r;
}

static void called(struct box *box)
{
#pragma omp target pointerchain(box->n) // expected-note{{declared here}}
    box->n = 1; // expected-error[enclosing-data]{{while 'omp target data' keeps it on the device}}
}

static void calls(struct box *box)
{
#pragma omp target data map(tofrom: *box) // expected-note{{begins here}}
    called(box);
}

int main(void)
{
    struct atoms atoms = {1, 2, 3};
    struct sim sim = {&atoms};
    struct box box = {1};
    struct tile tile = {1};
    setup(&sim, &tile);
    spoil(&sim);
    balanced(&box);
    calls(&box);
    return step(&sim, &box, &tile);
}
