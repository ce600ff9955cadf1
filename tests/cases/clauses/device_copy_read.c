// A kernel reads what the device has a copy of: it may be newer there, or older; where it is the same all is well.
struct atoms { int n, m; double *r; };
struct sim { struct atoms *atoms; int t; };
void unseen(struct atoms *atoms);
static void host_only(struct atoms *atoms) { atoms->m = 1; }

static int newer(struct sim *sim)
{
    int r = 0;
#pragma omp target enter data map(to: sim->atoms[0:1]) // expected-note{{'omp target enter data' stands here}} expected-note{{stands here}}
#pragma omp target map(from: r) pointerchain(sim->atoms->n)
    r = sim->atoms->n;
#pragma omp target
    sim->atoms->n = 50; // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(sim->atoms->n) // expected-note{{declared here}}
    r = sim->atoms->n; // expected-error[enclosing-data]:9{{chain 'sim->atoms->n' is read in 'omp target' while 'omp target enter data' keeps it on the device, where its value may be newer: update the host's before the region}}
#pragma omp target update from(sim->atoms->n)
#pragma omp target map(from: r) pointerchain(sim->atoms->n)
    r = sim->atoms->n;
    unseen(sim->atoms); // expected-note{{it may be changed here}}
#pragma omp target map(from: r) pointerchain(sim->atoms->n) // expected-note{{declared here}}
    r = sim->atoms->n; // expected-error[enclosing-data]{{where its value may be older}}
#pragma omp target exit data map(release: sim->atoms[0:1])
#pragma omp target map(from: r) pointerchain(sim->atoms->n)
    r = sim->atoms->n;
    return r;
}

static int in_a_loop(struct sim *sim)
{
    int r = 0;
#pragma acc enter data copyin(sim[0:1]) // expected-note{{stands here}}
    for (int i = 0; i < 3; i++) {
#pragma acc parallel copy(r) pointerchain(sim->t) // expected-note{{declared here}}
        r += sim->t; // expected-error[enclosing-data]{{chain 'sim->t' is read in 'acc parallel' while 'acc enter data' keeps it on the device, where its value may be older}}
        sim->t = i;
#pragma acc update device(sim->t)
#pragma acc parallel copy(r) pointerchain(sim->t)
        r += sim->t;
        sim->t = i + 1; // expected-note{{it may be changed here}}
    }
#pragma acc exit data delete(sim[0:1])
    return r;
}

static int same(struct sim *sim, double *out)
{
    int r = 0;
#pragma omp target data map(to: sim->atoms[0:1]) map(tofrom: sim->atoms->r[0:4]) map(from: out[0:4])
    {
        host_only(sim->atoms);
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r)
#pragma omp target teams distribute parallel for map(from: out[0:4])
        for (int i = 0; i < 4; i++) out[i] = sim->atoms->r[i] * sim->atoms->n;
#pragma pointerchain region end
    }
    return r;
}

struct both { struct atoms *atoms, own; };

static int two_items(struct both *s)
{
    int r = 0;
#pragma omp target data map(tofrom: s[0:1]) map(tofrom: s->atoms[0:1])
    {
        s->atoms->n += 3; // expected-note{{it may be changed here}}
#pragma omp target data map(tofrom: s[0:1]) map(tofrom: s->atoms[0:1]) // expected-note{{begins here}}
        {
#pragma omp target map(from: r) pointerchain(s->atoms->n) // expected-note{{declared here}}
            r = s->atoms->n; // expected-error[enclosing-data]{{where its value may be older}}
        }
    }
    return r;
}

int main(void)
{
    double r[4] = {1, 2, 3, 4}, out[4] = {0};
    struct atoms atoms = {1, 2, r};
    struct sim sim = {&atoms, 0};
    struct both both = {&atoms, atoms};
    return two_items(&both) + newer(&sim) + in_a_loop(&sim) + same(&sim, out);
}
