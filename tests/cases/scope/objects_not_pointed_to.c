// Arrays that are subscripted through and members of structs are no addresses: the region is a block.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
struct buffer { int data[4], size; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->box{int *:restrict}, sim->atoms->n)
    int grid[2][2] = {{1, 2}, {3, 4}};
    struct buffer buffer = {{5, 6, 7, 8}, 4};
    for (int i = 0; i < 2; i++)
        sim->atoms->box[i] += grid[i][1 - i] + buffer.data[i];
    sim->atoms->n = buffer.size;
#pragma pointerchain region end
    printf("%d %d %d %d\n", a.box[0], a.box[1], a.n, b.n);
    return 0;
}
