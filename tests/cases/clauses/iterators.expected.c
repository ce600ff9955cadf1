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
{ int pc_cells_n = sim->cells->n; double *pc_cells_x = sim->cells->x;
#pragma omp task depend(iterator(k = 0 : pc_cells_n), out: pc_cells_x[k])
        for (int i = 0; i < pc_cells_n; i++)
            pc_cells_x[i] += 1;
#pragma omp task depend(iterator(int sim = 0 : 4), in: x[sim])
        y[0] = x[0] + x[3];
#pragma omp taskwait
}
    }
{ int pc_cells_n = sim->cells->n; int pc_cells_j = sim->cells->j; double *pc_cells_x = sim->cells->x;
#pragma omp parallel for reduction(inscan, +: pc_cells_j)
    for (int i = 0; i < pc_cells_n; i++) {
        pc_cells_j += (int)pc_cells_x[i];
#pragma omp scan inclusive(pc_cells_j)
        y[i] += pc_cells_j;
    }
sim->cells->j = pc_cells_j; }
    printf("%g %g %d\n", y[0], y[3], cells.j);
    return 0;
}
