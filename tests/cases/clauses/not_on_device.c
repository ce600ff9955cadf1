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
#pragma acc parallel present(sim->atoms->n) // expected-error[not-on-device]{{'present' looks on the device for chain 'sim->atoms->n', whose local is not there: map it in the region, or keep the directive out of it}}
    sim->atoms->n += 1;
#pragma acc data attach(field->r) no_create(sim->atoms->n) // expected-error[not-on-device]{{'attach' looks on the device for chain 'field->r', whose local is not there: map it in the region, or keep the directive out of it}} expected-error[not-on-device]{{'no_create' looks on the device for chain 'sim->atoms->n', whose local is not there: map it in the region, or keep the directive out of it}}
    { field->r[0] += 1; }
#pragma omp target has_device_addr(sim->atoms->n) // expected-error[not-on-device]{{'has_device_addr' looks on the device for chain 'sim->atoms->n', whose local is not there: map it in the region, or keep the directive out of it}}
    sim->atoms->n += 1;
#pragma pointerchain region end
    return a.n + b.n;
}
