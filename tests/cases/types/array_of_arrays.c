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
#pragma pointerchain declare(sim->cells->corner, sim->cells->table, sim->cells->cube{int (*)[2][2]:restrict}, sim->cells->corner[1])
#pragma pointerchain region begin
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            total += sim->cells->corner[i][j] * sim->cells->table[j][i] + sim->cells->cube[i][j][1];
    sim->cells->corner[1][2] = 9;
    sim->cells->table[0][1] = 7;
#pragma pointerchain region end
    printf("%g %g %g\n", total, cells.corner[1][2], table[0][1]);
    return 0;
}
