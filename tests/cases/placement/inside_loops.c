// In the innermost of a directive's loops a region may stand, and below one that is not the directive's.
// also: openmp
#include <stdio.h>

#define FOR _Pragma("omp for schedule(static)")
#define PARALLEL _Pragma("omp parallel")
struct atoms { int n, *x; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int x[4] = {1, 2, 3, 4}, r = 0;
    struct atoms atoms = {4, x};
    struct sim store = {&atoms}, *sim = &store;
#pragma omp parallel for collapse(2) reduction(+ : r)
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
#pragma pointerchain region declare(sim->atoms->n)
            for (int k = 0; k < sim->atoms->n; k++) r += sim->atoms->n;
        }
#pragma omp parallel for collapse(1) reduction(+ : r)
    for (int i = 0; i < 3; i++) {
#pragma pointerchain region declare(sim->atoms->n)
        for (int j = 0; j < 3; j++) r += sim->atoms->n;
    }
#pragma pointerchain region declare(sim->atoms->n, sim->atoms->x)
    FOR
    for (int i = 0; i < sim->atoms->n; i++) {
        sim->atoms->x[i] *= 2;
    }
#pragma pointerchain region declare(sim->atoms->x)
    PARALLEL {
        FOR for (int i = 0; i < 4; i++) sim->atoms->x[i] += 1;
    }
    printf("%d %d %d\n", r, x[0], x[3]);
    return 0;
}
