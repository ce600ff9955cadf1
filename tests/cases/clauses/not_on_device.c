// Clauses for what is on the device already: the member may be, its local is not.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
struct field { double *r; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    double r[4] = {0};
    struct field store2 = {r}, *field = &store2;
#pragma pointerchain region begin declare(sim->atoms->n, field->r) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
#pragma acc parallel present(sim->atoms->n) // expected-error[unsupported-use]{{chain 'sim->atoms->n' is used in 'present', where the local is never on the device}}
    sim->atoms->n += 1;
#pragma acc data attach(field->r) no_create(sim->atoms->n) // expected-error[unsupported-use]{{chain 'field->r' is used in 'attach', where the local is never on the device}} expected-error[unsupported-use]{{chain 'sim->atoms->n' is used in 'no_create', where the local is never on the device}}
    { field->r[0] += 1; }
#pragma omp target has_device_addr(sim->atoms->n) // expected-error[unsupported-use]{{chain 'sim->atoms->n' is used in 'has_device_addr', where the local is never on the device}}
    sim->atoms->n += 1;
#pragma pointerchain region end
    return a.n + b.n;
}
