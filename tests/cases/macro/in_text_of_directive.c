// A compiler expands macros in a directive's text: this one names the chain that the region changes.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
#define THREADS sim->atoms->n
#define LIMIT 4

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n = 3;
#pragma omp parallel num_threads(THREADS) reduction(+ : sum) if (LIMIT > 2) // expected-error[chain-in-macro]{{chain 'sim->atoms->n' comes from the body of macro 'THREADS'}}
    sum++;
#pragma pointerchain region end
    return sum + b.n;
}
