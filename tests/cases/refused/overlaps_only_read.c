// Overlapping chains that are only read have one value in every local.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->box, sim->atoms->box[0], sim->atoms->v, sim->atoms->v.x)
    for (int i = 0; i < 4; i++)
        sum += sim->atoms->box[i] * sim->atoms->box[0];
    sum += sim->atoms->v.y - sim->atoms->v.x;
#pragma pointerchain region end
    printf("%d %d\n", sum, b.n);
    return 0;
}
