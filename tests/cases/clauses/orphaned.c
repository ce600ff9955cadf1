// Work shares and synchronisation in a function that a team calls: each thread would write its own local back.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

static void work(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma omp single // expected-note{{'omp single' begins here}}
    sim->atoms->n = 50; // expected-error[write-in-parallel]{{chain 'sim->atoms->n' is changed in a region that holds 'omp single'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->m) // expected-note{{declared here}}
#pragma omp for reduction(+ : sim->atoms->m) // expected-note{{'omp for' begins here}}
    for (int i = 0; i < 10; i++)
        sim->atoms->m += i; // expected-error[write-in-parallel]{{chain 'sim->atoms->m' is changed in a region that holds 'omp for'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->k) // expected-note{{declared here}}
    sim->k += 1; // expected-error[write-in-parallel]{{chain 'sim->k' is changed in a region that holds 'omp barrier'}}
#pragma omp barrier // expected-note{{'omp barrier' begins here}}
#pragma pointerchain region end
}

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
#pragma omp parallel
    work(sim);
    return a.n + b.n;
}
