// Where host and device have one memory nothing follows a pointer of the other's.
#include <stdio.h>
#pragma omp requires unified_shared_memory
struct dim { int n, first; };
struct grid { struct dim *dim; double *v; };

static void scale(struct grid *grid)
{
{ double *pc_v = grid->v;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 4; i++) pc_v[i] *= grid->dim->first;
}
}

int main(void)
{
    double v[4] = {1, 1, 1, 1};
    struct dim dim = {4, 1};
    struct grid grid = {&dim, v};
    scale(&grid);
    printf("%g\n", v[0]);
    return 0;
}
