// An atomic change of a chain with a root or subscript of the thread's own: it is shared all the same.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store[2] = {{&a, {&a, &b, &a, &b}, 1}, {&b, {&a}, 1}}, *sim = store;
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
        struct sim *own = &sim[i % 2];
#pragma pointerchain region begin declare(own->atoms->n, sim->atoms->box[i % 2]) // expected-note{{declared here}} expected-note{{declared here}}
#pragma omp atomic // expected-note{{'omp atomic' begins here}}
        own->atoms->n++; // expected-error[write-in-parallel]{{chain 'own->atoms->n' is changed in a region that holds 'omp atomic'}}
#pragma omp atomic // expected-note{{'omp atomic' begins here}}
        sim->atoms->box[i % 2]++; // expected-error[write-in-parallel]{{chain 'sim->atoms->box[i%2]' is changed in a region that holds 'omp atomic'}}
#pragma pointerchain region end
    }
    return a.n + b.n;
}
