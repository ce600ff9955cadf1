// Chains in a compute construct that stay as they are, though others of their root are hoisted.
// also: openacc openmp
#include <stdio.h>

struct dim { int n, first; };
struct grid { struct dim *dim; double scale; double *v; };

static void scale(struct grid *grid, struct grid own, double *u)
{
{ int pc_dim_n = grid->dim->n; double *pc_v = own.v;
#pragma acc parallel loop copy(u[0:pc_dim_n], pc_v[0:4])
#pragma omp target teams distribute parallel for map(u[0:pc_dim_n], pc_v[0:4])
    for (int i = 0; i < pc_dim_n; i++)
        if (i >= grid->dim->first) // expected-warning[unhoisted-chain]{{'grid->dim->first' is not hoisted}}
            u[i] *= grid->scale + pc_v[i] + own.scale; // expected-warning[unhoisted-chain]{{'grid->scale'}}
    u[0] += grid->scale + grid->dim->first;
}
{ int pc_dim_n = grid->dim->n;
    const struct dim *dim = grid->dim;
#pragma acc parallel loop copy(u[0:pc_dim_n]) copyin(grid[0:1], dim[0:1])
#pragma omp target teams distribute parallel for map(u[0:pc_dim_n]) map(to: grid[0:1], dim[0:1])
    for (int i = 0; i < pc_dim_n; i++) u[i] *= grid->scale + dim->first + (double)sizeof(grid->dim->first);
}
}

int main(void)
{
    double u[4] = {1, 2, 3, 4}, v[4] = {1, 1, 1, 1};
    struct dim dim = {4, 1};
    struct grid grid = {&dim, 2, v};
    scale(&grid, grid, u);
    printf("%g %g\n", u[0], u[3]);
    return 0;
}
