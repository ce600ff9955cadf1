// A data construct around the region copies the member back at its end, over what was written back.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
#pragma acc data copy(sim->atoms->n) // expected-note{{'acc data' begins here}}
    {
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma acc parallel
        sim->atoms->n += 1; // expected-error[enclosing-data]{{chain 'sim->atoms->n' is changed in 'acc parallel' while 'acc data' keeps it on the device: take it out of 'acc data', or update it by hand}}
#pragma pointerchain region end
    }
#pragma omp target enter data map(to: sim->list[1][0:1]) // expected-note{{'omp target enter data' stands here}}
#pragma pointerchain region begin declare(sim->list[1]->m) // expected-note{{declared here}}
#pragma omp target
    sim->list[1]->m += 1; // expected-error[enclosing-data]{{chain 'sim->list[1]->m' is changed in 'omp target' while 'omp target enter data' keeps it on the device: take it out of 'omp target enter data', or update it by hand}}
#pragma pointerchain region end
#pragma omp target exit data map(from: sim->list[1][0:1])
    return a.n + b.n;
}
