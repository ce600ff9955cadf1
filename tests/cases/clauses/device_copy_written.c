// A kernel changes what the device has a copy of: its mapping brings the old value back, or keeps it.
struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; struct atoms own; int m; struct atoms row[3]; };

static void root(struct sim *sim)
{
#pragma omp target data map(tofrom: *sim) // expected-note{{'omp target data' begins here}}
    {
#pragma omp target pointerchain(sim->m) // expected-note{{declared here}}
        sim->m += 1; // expected-error[enclosing-data]:9{{chain 'sim->m' is changed in 'omp target' while 'omp target data' keeps it on the device}}
    }
#pragma omp target data map(tofrom: sim[0:1]) // expected-note{{begins here}}
    {
#pragma pointerchain region begin declare(sim->m, sim->atoms->n) // expected-note{{declared here}}
#pragma omp target
        sim->m += sim->atoms->n; // expected-error[enclosing-data]:9{{chain 'sim->m' is changed}}
#pragma pointerchain region end
    }
}

static void inner(struct sim *sim, struct sim value)
{
#pragma acc data copyin(sim->own) // expected-note{{'acc data' begins here}}
    {
#pragma acc serial pointerchain(sim->own.n) // expected-note{{declared here}}
        sim->own.n += 1; // expected-error[enclosing-data]{{chain 'sim->own.n' is changed in 'acc serial' while 'acc data' keeps it on the device}}
    }
#pragma acc data copy(value) // expected-note{{begins here}}
    {
#pragma acc serial pointerchain(value.m) // expected-note{{declared here}}
        value.m += 1; // expected-error[enclosing-data]{{chain 'value.m' is changed}}
    }
}

static void clauses(struct sim *sim)
{
#pragma omp target data map(tofrom: sim->atoms[0:1]) // expected-note{{begins here}}
    {
#pragma omp target map(from: sim->atoms->n) pointerchain(sim->atoms->n) // expected-note{{declared here}}
        sim->atoms->n = 3; // expected-error[enclosing-data]:9{{chain 'sim->atoms->n' is changed}}
#pragma omp target teams distribute parallel for reduction(+: sim->m) pointerchain(sim->m)
        for (int i = 0; i < 3; i++) sim->m += i;
    }
}

static void elements(struct sim *sim)
{
#pragma omp target data map(tofrom: sim->row[0:3]) // expected-note{{begins here}}
    {
#pragma omp target pointerchain(sim->row[2].n) // expected-note{{declared here}}
        sim->row[2].n = 1; // expected-error[enclosing-data]{{chain 'sim->row[2].n' is changed}}
    }
#pragma omp target data map(tofrom: sim->row[1])
    {
#pragma omp target pointerchain(sim->row[2].n)
        sim->row[2].n = 1;
    }
}

static void own_clause(struct sim *sim)
{
#pragma omp target map(to: sim->atoms[0:1]) pointerchain(sim->atoms->n) // expected-note{{begins here}} expected-note{{declared here}}
    sim->atoms->n = 4; // expected-error[enclosing-data]:5{{chain 'sim->atoms->n' is changed in 'omp target', whose clause 'map' does not copy it back, as the region would}}
#pragma omp target map(tofrom: sim->atoms[0:1]) pointerchain(sim->atoms->n)
    sim->atoms->n = 4;
}

int main(void)
{
    struct sim sim = {0};
    root(&sim);
    inner(&sim, sim);
    clauses(&sim);
    elements(&sim);
    own_clause(&sim);
    return 0;
}
