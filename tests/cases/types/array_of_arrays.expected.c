// A 2-D array member, a pointer to an array, a 3-D one with a given type.
// also: c++
#include <stdio.h>

struct cells { double corner[2][3]; double (*table)[2]; int cube[2][2][2]; };
struct sim { struct cells *cells; };

int main(void)
{
    double table[2][2] = {{1, 2}, {3, 4}};
    struct cells cells = {{{1, 2, 3}, {4, 5, 6}}, table, {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}};
    struct sim store = {&cells}, *sim = &store;
    double total = 0;

{ double (*pc_cells_corner)[3] = sim->cells->corner; double (*pc_cells_table)[2] = sim->cells->table; int (*__restrict pc_cells_cube)[2][2] = sim->cells->cube; double *pc_cells_corner_1 = sim->cells->corner[1];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            total += pc_cells_corner[i][j] * pc_cells_table[j][i] + pc_cells_cube[i][j][1];
    pc_cells_corner_1[2] = 9;
    pc_cells_table[0][1] = 7;
}
    printf("%g %g %g\n", total, cells.corner[1][2], table[0][1]);
    return 0;
}
