// A list that functions repeat: of a chain that some region uses nothing is said, of the others once, with their other name.
#include <stdio.h>

struct grid { int dx, dy, n; };
struct dom { struct grid *grid; };

static int one(struct dom *d)
{
    int t = 0;
    struct grid *g = d->grid;
#pragma pointerchain region begin declare(d->grid->dx, d->grid->dy, d->grid->n) // expected-warning[unused-declare]:69{{'g->n' is the same member by another name}}
    t += d->grid->dx + g->n;
#pragma pointerchain region end
    return t;
}

static int two(struct dom *d)
{
    int t = 0;
#pragma pointerchain declare(d->grid->dx, d->grid->dy, d->grid->n)
#pragma pointerchain region begin
    t += d->grid->dy;
#pragma pointerchain region end
    return t;
}

int main(void)
{
    struct grid grid = {1, 2, 3};
    struct dom dom = {&grid};
    printf("%d %d\n", one(&dom), two(&dom));
    return 0;
}
