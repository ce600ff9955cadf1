// Members in braces are entries of their own, each with its type and qualifier; those behind the braces are every member's.
// also: openmp
#include <stdio.h>

struct limits { double low, high; };
struct block { double *r, *f; int n; struct limits limits; };
struct cells { struct block *block; double *T, *rhs, kappa[3]; int steps; };

static void step(struct cells *cells)
{
#pragma pointerchain declare(cells->{T, rhs{:restrict}, kappa[1], steps}, cells->block->{n{int}, limits.{low, high}})
#pragma pointerchain region begin declare(cells->block->{r, f{:restrictconst}}{double *:restrict})
    for (int i = 0; i < cells->block->n; i++) {
        cells->T[i] += cells->rhs[i] * cells->kappa[1] + cells->block->limits.low;
        cells->block->f[i] = cells->block->r[i] * cells->block->limits.high;
    }
    cells->steps++;
#pragma pointerchain region end
}

static void scale(struct cells *cells, int n)
{
#pragma omp parallel for pointerchain(cells->{ T , block->{r} })
    for (int i = 0; i < n; i++)
        cells->T[i] *= cells->block->r[i];
}

static void every(struct cells *(*all)[2])
{
#pragma pointerchain region begin declare((*(*all)[1]).{kappa, \
    steps})
    (*(*all)[1]).kappa[2] = 7;
    (*all)[1]->steps++;
#pragma pointerchain region end
}

int main(void)
{
    double r[2] = {1, 2}, f[2] = {0}, T[2] = {3, 4}, rhs[2] = {5, 6};
    struct block block = {r, f, 2, {0.5, 2}};
    struct cells cells = {&block, T, rhs, {0, 2, 0}, 0}, *both[2] = {&cells, &cells};
    step(&cells);
    scale(&cells, 2);
    every(&both);
    printf("%g %g %g %g %g %d\n", T[0], T[1], f[0], f[1], cells.kappa[2], cells.steps);
    return 0;
}
