// 'declare(root->*)' hoists what the region uses of the root; what it cannot is left as it is, or a shorter chain is.
// also: c++
#include <stdio.h>

struct G { int n, is, ie; double *x, *y; double m[4]; struct G *next; double (*scale)(double); };
struct L { struct G *grid; struct G **boxes; double dt; int flag; struct { double lo, hi; } span; };
#define FIRST(l) (l)->grid->is

static double twice(double v) { return 2 * v; }

static double run(struct L *level, struct L *other, int b)
{
    double t = 0;
    struct G *o = level->grid;
{ int pc_grid_is = level->grid->is; int pc_grid_ie = level->grid->ie; double *pc_grid_x = level->grid->x; double *pc_grid_y = level->grid->y; double pc_dt = level->dt; double *pc_grid_m = level->grid->m; double *pc_boxes_x = level->boxes[b]->x; double pc_span_hi = (*level).span.hi; struct G **pc_boxes = level->boxes; int pc_flag = level->flag; int pc_grid_n = level->grid->n; double (*pc_grid_scale)(double) = level->grid->scale; struct G *pc_grid_next = level->grid->next;
    for (int i = pc_grid_is; i < pc_grid_ie; i++) {
        pc_grid_x[i] += pc_grid_y[i] * pc_dt + pc_grid_m[i & 3] + pc_boxes_x[i];
        t += pc_grid_x[i] + other->dt + pc_span_hi;
        for (int k = 0; k < 2; k++) t += pc_boxes[k]->y[0];
        if (pc_flag) pc_grid_n++;
        t += pc_grid_scale(pc_grid_m[1]);
        if (pc_grid_next) t += pc_grid_next->is;
    }
level->grid->n = pc_grid_n; }
    // a link that changes: the shorter chain is hoisted, and written back
{ struct G *pc_grid = level->grid;
    while (pc_grid->next)
        pc_grid = pc_grid->next; ; level->grid = pc_grid; }
{ int pc_n = o->n; double *pc_x = o->x; double pc_dt = level->dt; int pc_is = o->is;
    for (int i = 0; i < pc_n; i++) t += pc_x[i] * pc_dt * pc_x[pc_is];
}
    return t;
}

int main(void)
{
    double x[9] = {1, 2, 3}, y[9] = {4, 5};
    struct G last = {3, 0, 3, x, y, {5, 6, 7, 8}, NULL, twice}, first = {4, 1, 3, x, y, {1, 2, 3, 4}, &last, twice};
    struct G *boxes[2] = {&first, &last};
    struct L level = {&first, boxes, 0.5, 1, {1, 2}}, other = {&last, boxes, 0.25, 0, {3, 4}};
    double t = run(&level, &other, 1);
    printf("%g %d %d %g\n", t, first.n, level.grid == &last, x[2]);
    return 0;
}
