// also: openmp
// What is only read is not written back, whatever stands before it in the clause.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0, j = 0;
#pragma pointerchain region begin declare(sim->atoms->box, sim->k)
#pragma omp target map(to: sim->atoms->box[0:4], sim->k) map(tofrom: sum)
    sum = sim->atoms->box[0] + sim->k;
#pragma omp simd linear(j : sim->k)
    for (int i = 0; i < 3; i++)
        j += sim->k;
#pragma omp target update device(sim->k - 1) to(sim->atoms->box[0:4])
#pragma pointerchain region end
    printf("%d %d %d\n", sum, j, b.n);
    return 0;
}
