// In C a compound literal lives as long as its block: one that is pointed to keeps the region flat.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
static int *volatile keep;

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int *numbers;
    struct vec *point;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->v) // expected-note{{declared here}}
    numbers = (int[]){4, 5, 6};
    keep = numbers;
    point = &(struct vec){7, 8};
    sim->atoms->n += numbers[0] + point->x; // expected-warning[aliased-read]{{point->x}}
    sim->atoms->v = (struct vec){1, 2};
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->list[1]->v)
    for (int i = 0; i < 2; i++) {
        sim->list[1]->v = (struct vec){i, sim->list[1]->v.x};
    }
#pragma pointerchain region end
    printf("%d %d %d %d %d\n", keep[1], point->y, a.n, a.v.y, b.v.x);
    return 0;
}
