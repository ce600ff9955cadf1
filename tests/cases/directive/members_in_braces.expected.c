// Members in braces are entries of their own, each with its type and qualifier; those behind the braces are every member's.
// also: openmp
#include <stdio.h>

struct limits { double low, high; };
struct block { double *r, *f; int n; struct limits limits; };
struct cells { struct block *block; double *T, *rhs, kappa[3]; int steps; };

static void step(struct cells *cells)
{

{ int pc_block_n = cells->block->n; double *pc_T = cells->T; double *__restrict pc_rhs = cells->rhs; double pc_kappa_1 = cells->kappa[1]; double pc_block_limits_low = cells->block->limits.low; double *__restrict const pc_block_f = cells->block->f; double *__restrict pc_block_r = cells->block->r; double pc_block_limits_high = cells->block->limits.high; int pc_steps = cells->steps;
    for (int i = 0; i < pc_block_n; i++) {
        pc_T[i] += pc_rhs[i] * pc_kappa_1 + pc_block_limits_low;
        pc_block_f[i] = pc_block_r[i] * pc_block_limits_high;
    }
    pc_steps++;
cells->steps = pc_steps; }
}

static void scale(struct cells *cells, int n)
{
{ double *pc_T = cells->T; double *pc_block_r = cells->block->r; _Pragma("omp parallel for")
    for (int i = 0; i < n; i++)
        pc_T[i] *= pc_block_r[i]; }
}

static void every(struct cells *(*all)[2])
{
{ double *pc_1_kappa = (*(*all)[1]).kappa; int pc_1_steps = (*(*all)[1]).steps;

    pc_1_kappa[2] = 7;
    pc_1_steps++;
(*(*all)[1]).steps = pc_1_steps; }
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
