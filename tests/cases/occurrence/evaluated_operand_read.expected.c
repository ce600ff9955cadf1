// What is only read has in memory the value that it has in the local, evaluated or not.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    unsigned long sum = 0;
{ int pc_atoms_m = sim->atoms->m;
    sum += pc_atoms_m + sizeof(int[sim->atoms->m]);
}
    printf("%lu %d\n", sum, b.n);
    return 0;
}
