// Array members reached through const: the local points to const elements.
// also: c++
#include <stdio.h>

struct box { int m[2][3]; int v[3]; const char *names[2]; };
struct sim { struct box box; const struct box *other; };

static int run(const struct sim *sim)
{
    int total = 0;
#pragma pointerchain region begin declare(sim->box.m, sim->other->m, sim->box.v, sim->other->names)
    total = sim->box.m[1][2] + sim->other->m[0][1] + sim->box.v[2] + sim->other->names[1][0];
#pragma pointerchain region end
    return total;
}

int main(void)
{
    struct box other = {{{1, 2, 3}, {4, 5, 6}}, {7, 8, 9}, {"a", "b"}};
    struct sim sim = {other, &other};
    printf("%d\n", run(&sim));
    return 0;
}
