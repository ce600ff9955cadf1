// Array members reached through const: the local points to const elements.
// also: c++
#include <stdio.h>

struct box { int m[2][3]; int v[3]; const char *names[2]; };
struct sim { struct box box; const struct box *other; };

static int run(const struct sim *sim)
{
    int total = 0;
{ const int (*pc_box_m)[3] = sim->box.m; const int (*pc_other_m)[3] = sim->other->m; const int *pc_box_v = sim->box.v; const char *const *pc_other_names = sim->other->names;
    total = pc_box_m[1][2] + pc_other_m[0][1] + pc_box_v[2] + pc_other_names[1][0];
}
    return total;
}

int main(void)
{
    struct box other = {{{1, 2, 3}, {4, 5, 6}}, {7, 8, 9}, {"a", "b"}};
    struct sim sim = {other, &other};
    printf("%d\n", run(&sim));
    return 0;
}
