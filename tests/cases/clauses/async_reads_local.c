// An asynchronous construct that is given the local's address may run when the local is gone.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0;
#pragma pointerchain region begin declare(sim->k) // expected-note{{declared here}}
#pragma omp target nowait map(to: sim->k) map(from: sum) // expected-error[local-outlived]{{'map' of 'omp target' names chain 'sim->k', and may run when the local is gone: wait for it in the region}}
    sum = sim->k;
#pragma pointerchain region end
#pragma omp taskwait
    return sum + b.n;
}
