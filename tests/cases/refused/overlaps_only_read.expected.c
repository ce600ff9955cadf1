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
{ int *pc_atoms_box = sim->atoms->box; int pc_atoms_box_0 = sim->atoms->box[0]; struct vec pc_atoms_v = sim->atoms->v; int pc_atoms_v_x = sim->atoms->v.x;
    for (int i = 0; i < 4; i++)
        sum += pc_atoms_box[i] * pc_atoms_box_0;
    sum += pc_atoms_v.y - pc_atoms_v_x;
}
    printf("%d %d\n", sum, b.n);
    return 0;
}
