// A name of the region that a macro uses after it; another variable of the name is declared around.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
#define NEXT (step + 1)

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int step = 1, next;
    {
#pragma pointerchain region begin declare(sim->atoms->n)
        int step = 50;
        sim->atoms->n += step;
#pragma pointerchain region end
        next = NEXT;
    }
    printf("%d %d %d %d\n", step, next, a.n, b.n);
    return 0;
}
