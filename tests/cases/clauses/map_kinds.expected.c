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
{ int *pc_atoms_box = sim->atoms->box; int pc_k = sim->k;
#pragma omp target map(to: pc_atoms_box[0:4], pc_k) map(tofrom: sum)
    sum = pc_atoms_box[0] + pc_k;
#pragma omp simd linear(j : pc_k)
    for (int i = 0; i < 3; i++)
        j += pc_k;
#pragma omp target update device(pc_k - 1) to(pc_atoms_box[0:4])
}
    printf("%d %d %d\n", sum, j, b.n);
    return 0;
}
