// Where host and device have one memory nothing follows a pointer of the other's.
#include <stdio.h>
#pragma omp requires unified_shared_memory
struct dim { int n, first; };
struct grid { struct dim *dim; double *v; };

static void scale(struct grid *grid)
{
#pragma pointerchain region begin declare(grid->v)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 4; i++) grid->v[i] *= grid->dim->first;
#pragma pointerchain region end
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
