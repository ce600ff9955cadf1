// A section of a local attaches no pointer, which the device's own copy of the struct would need.
struct vec { unsigned long len; double *data; };
struct sim { struct vec *vec; int n; };
void fill(struct vec *v);
void number(double d);

static double lost(struct sim *sim)
{
    struct vec s = {0, sim->vec->data};
    double r = 0;
#pragma omp target map(tofrom: s, s.data[:s.len]) pointerchain(s.data, s.len) // expected-note{{declared here}} expected-error[attachment-lost]:35{{'map' of 'omp target' attaches chain 's.data' in the device's copy of its struct, which a section of the local does not, and '&s' may follow it there: keep the chain out of the region}} expected-note{{declared here}}
    fill(&s); // expected-note{{'&s' may follow it there}} expected-warning[aliased-call]{{could change 's.data', 's.len'}}
#pragma omp target data map(to: sim->vec[0:1])
    {
#pragma pointerchain region begin declare(sim->vec->data) // expected-note{{declared here}} expected-note{{declared here}}
#pragma omp target enter data map(to: sim->vec->data[0:4]) // expected-error[attachment-lost]{{'map' of 'omp target enter data' attaches chain 'sim->vec->data'}}
#pragma omp target map(tofrom: r) map(to: sim->vec->data[0:4]) // expected-error[attachment-lost]{{and 'sim->vec' may follow it there}}
        {
            struct vec *other = sim->vec; // expected-note{{may follow it there}} expected-note{{may follow it there}}
            r += other->data[0] + sim->vec->data[1];
        }
#pragma pointerchain region end
    }
#pragma omp target map(to: sim->vec->len, sim->vec->data[0:4]) pointerchain(sim->vec->data) // expected-error[attachment-lost]{{attaches chain 'sim->vec->data'}} expected-note{{declared here}} expected-note{{declared here}}
    fill(sim->vec); // expected-warning[aliased-call]{{'sim->vec' is}} expected-note{{may follow it there}}
    return r;
}

static double kept(struct sim *sim)
{
    double r = 0;
#pragma omp target map(tofrom: r, sim->vec[0:1], sim->vec->data[0:4]) pointerchain(sim->vec->data)
    {
        r += sim->vec->data[0] + sim->vec->len + sizeof(sim->vec);
        number(r);
    }
#pragma omp target map(tofrom: r, sim->vec->data[0:4]) pointerchain(sim->vec->data, sim->n)
    r += sim->vec->data[0] * sim->n;
    return r;
}

int main(void)
{
    double data[4] = {0};
    struct vec vec = {4, data};
    struct sim sim = {&vec, 1};
    return (int)(lost(&sim) + kept(&sim));
}
