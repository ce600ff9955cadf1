// A chain whose root is no pointer.
// also: c++
#include <stdio.h>

struct atoms { int n; int *r; };
struct traits { struct atoms atoms; struct atoms *more; };
struct sim { struct traits traits; };
static struct sim global;

int main(void)
{
    int r[2] = {1, 2}, s[2] = {10, 20};
    struct atoms more = {2, s};
    struct sim sim = {{{2, r}, &more}};
    global.traits.more = &more;
#pragma pointerchain region begin declare(sim.traits.atoms.r, sim.traits.more->r, global.traits.more->n)
    for (int i = 0; i < global.traits.more->n; i++)
        sim.traits.atoms.r[i] += sim.traits.more->r[i];
    global.traits.more->n = 0;
#pragma pointerchain region end
    printf("%d %d %d\n", r[0], r[1], more.n);
    return 0;
}
