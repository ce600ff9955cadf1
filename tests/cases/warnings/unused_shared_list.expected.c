// A list that functions repeat: of a chain that some region uses nothing is said, of the others once, with their other name.
#include <stdio.h>

struct grid { int dx, dy, n; };
struct dom { struct grid *grid; };

static int one(struct dom *d)
{
    int t = 0;
    struct grid *g = d->grid;
{ int pc_grid_dx = d->grid->dx; // expected-warning[unused-declare]:69{{'g->n' is the same member by another name}}
    t += pc_grid_dx + g->n;
}
    return t;
}

static int two(struct dom *d)
{
    int t = 0;

{ int pc_grid_dy = d->grid->dy;
    t += pc_grid_dy;
}
    return t;
}

int main(void)
{
    struct grid grid = {1, 2, 3};
    struct dom dom = {&grid};
    printf("%d %d\n", one(&dom), two(&dom));
    return 0;
}
