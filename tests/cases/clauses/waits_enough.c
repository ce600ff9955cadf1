// also: openacc openmp
// Waits that every way from the construct on meets, for its queue or for all.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
#pragma acc parallel async(1)
    sim->atoms->n += 1;
#pragma acc wait(2, 1)
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n)
    for (int i = 0; i < 3; i++) {
#pragma acc parallel async
        sim->atoms->n += 1;
    }
#pragma acc wait
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->m)
#pragma omp target nowait
    sim->atoms->m += 1;
#pragma omp taskwait
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n)
#pragma acc parallel async(b.m)
    sim->atoms->n += 1;
#pragma acc wait(b.m)
#pragma pointerchain region end
    printf("%d %d %d\n", a.n, a.m, b.n);
    return 0;
}
