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
#pragma pointerchain region begin declare(level->*)
    for (int i = FIRST(level); i < level->grid->ie; i++) {
        level->grid->x[i] += level->grid->y[i] * level->dt + level->grid->m[i & 3] + level->boxes[b]->x[i];
        t += level->grid->x[i] + other->dt + (*level).span.hi;
        for (int k = 0; k < 2; k++) t += level->boxes[k]->y[0];
        if (level->flag) level->grid->n++;
        t += level->grid->scale(level->grid->m[1]);
        if (level->grid->next) t += level->grid->next->is;
    }
#pragma pointerchain region end
    // a link that changes: the shorter chain is hoisted, and written back
#pragma pointerchain region declare(level->*)
    while (level->grid->next)
        level->grid = level->grid->next;
#pragma pointerchain region begin declare(o->*, level->dt)
    for (int i = 0; i < o->n; i++) t += o->x[i] * level->dt * o->x[o->is];
#pragma pointerchain region end
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
