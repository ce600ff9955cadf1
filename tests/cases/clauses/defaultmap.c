// A 'defaultmap' would hold for the local: the chain was no variable.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma omp target defaultmap(alloc: scalar) map(from: sum) // expected-note{{'omp target' begins here}}
    sum = sim->atoms->n; // expected-error[defaultmap]{{'defaultmap(alloc)' of 'omp target' would hold for the local of chain 'sim->atoms->n': name the chain in a 'map' clause}}
#pragma omp target defaultmap(none) map(from: sum) map(to: sim->atoms->n)
    sum = sim->atoms->n;
#pragma pointerchain region end
    return sum + b.n;
}
