// The names that an iterator defines are no variables of the program, and its '=' changes none.
// also: openmp
#include <stdio.h>

struct cells { int n, j; double *x; };
struct sim { struct cells *cells; };

int main(void)
{
    double x[4] = {1, 2, 3, 4}, y[4] = {0};
    struct cells cells = {4, 0, x};
    struct sim store = {&cells}, *sim = &store;
#pragma omp parallel
#pragma omp single
    {
#pragma pointerchain region begin declare(sim->cells->x, sim->cells->n)
#pragma omp task depend(iterator(k = 0 : sim->cells->n), out: sim->cells->x[k])
        for (int i = 0; i < sim->cells->n; i++)
            sim->cells->x[i] += 1;
#pragma omp task depend(iterator(int sim = 0 : 4), in: x[sim])
        y[0] = x[0] + x[3];
#pragma omp taskwait
#pragma pointerchain region end
    }
#pragma pointerchain region begin declare(sim->cells->n, sim->cells->j, sim->cells->x)
#pragma omp parallel for reduction(inscan, +: sim->cells->j)
    for (int i = 0; i < sim->cells->n; i++) {
        sim->cells->j += (int)sim->cells->x[i];
#pragma omp scan inclusive(sim->cells->j)
        y[i] += sim->cells->j;
    }
#pragma pointerchain region end
    printf("%g %g %d\n", y[0], y[3], cells.j);
    return 0;
}
