// Constant subscripts that differ name other links, and an assembler statement's input is only read.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0;
{ int pc_list_0_n = sim->list[0]->n;
    sum += pc_list_0_n;
    sim->list[1] = &a;
    sim->list[1 + 1] = &b;
    __asm__ volatile("" : : "r"(sim->list[0]));
    sum += pc_list_0_n;
}
    printf("%d %d\n", sum, sim->list[1]->n);
    return 0;
}
