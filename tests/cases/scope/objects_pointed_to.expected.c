// Objects of the region that are used after it by another name: its arrays' rows, members, by a macro.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
#define ADDRESS(x) (&(x))
struct buffer { int data[4]; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int *row, *data, *number, *spaced;
int pc_atoms_n = sim->atoms->n;
    int grid[2][2] = {{1, 2}, {3, 4}};
    row = grid[1];
    pc_atoms_n += row[0];
sim->atoms->n = pc_atoms_n;
int pc_atoms_n_2 = sim->atoms->n;
    struct buffer buffer = {{5, 6, 7, 8}};
    data = buffer.data;
    pc_atoms_n_2 += data[0];
sim->atoms->n = pc_atoms_n_2;
int pc_atoms_n_3 = sim->atoms->n;
    int one = 9, two = 10;
    number = ADDRESS(one);
    spaced = & ( ( two ) );
    pc_atoms_n_3 += *number + *spaced;
sim->atoms->n = pc_atoms_n_3;
    printf("%d %d %d %d %d %d\n", row[1], data[1], *number, *spaced, a.n, b.n);
    return 0;
}
