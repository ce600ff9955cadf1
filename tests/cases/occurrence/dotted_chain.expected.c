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
{ int pc_traits_more_n = global.traits.more->n; int *pc_traits_atoms_r = sim.traits.atoms.r; int *pc_traits_more_r = sim.traits.more->r;
    for (int i = 0; i < pc_traits_more_n; i++)
        pc_traits_atoms_r[i] += pc_traits_more_r[i];
    pc_traits_more_n = 0;
global.traits.more->n = pc_traits_more_n; }
    printf("%d %d %d\n", r[0], r[1], more.n);
    return 0;
}
