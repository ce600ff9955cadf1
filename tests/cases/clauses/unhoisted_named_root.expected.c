// A clause that names a pointer alone maps nothing that it leads to; one that maps the object does.
// also: openacc openmp
#include <stdio.h>

struct dim { int n, first; };
struct grid { struct dim *dim; double scale; double *v; };
#define N(d) ((d)->n)
#define SCALE(g) ((g)->scale)

static void scale(struct grid *grid, struct dim *d, struct grid *other, double *u)
{
{ int pc_n = d->n; double *pc_v = grid->v;
#pragma acc parallel loop copy(u[0:4], pc_v[0:4]) if(d != NULL) firstprivate(other)
#pragma omp target teams distribute parallel for map(u[0:4], pc_v[0:4]) if(d != NULL) num_teams(pc_n) firstprivate(other)
    for (int i = 0; i < pc_n; i++)
        u[i] *= pc_v[i] + d->first // expected-warning[unhoisted-chain]{{'d->first' is not hoisted: on a device it follows the host's pointers; declare 'd->first' as well}}
                + other->dim[i % 1].n // expected-warning[unhoisted-chain]{{'other->dim[i % 1].n' is not hoisted: on a device it follows the host's pointers; put what it leads to into a variable before the construct}}
                + SCALE(other); // expected-warning[unhoisted-chain]{{'other->scale' comes from macro 'SCALE': on a device it follows the host's pointers; put what it leads to into a variable before the construct}}
}
{ double *pc_v = grid->v;
#pragma acc parallel loop copy(u[0:4], pc_v[0:4]) copyin(other[0:1], d[0:N(d)])
#pragma omp target teams distribute parallel for map(u[0:4], pc_v[0:4]) map(to: other[0:1], d[0:N(d)])
    for (int i = 0; i < 4; i++) {
        struct dim own = {1, 2}, *at = &own;
        u[i] *= pc_v[i] + d->first + other->scale + at->n;
    }
}
}

int main(void)
{
    double u[4] = {1, 2, 3, 4}, v[4] = {1, 1, 1, 1};
    struct dim dim = {4, 1};
    struct grid grid = {&dim, 2, v};
    scale(&grid, &dim, &grid, u);
    printf("%g %g\n", u[0], u[3]);
    return 0;
}
