// A macro takes the array's size and its elements at once: the array's own name must stay.
#include <stdio.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define FILL(a, v) for (unsigned i_ = 0; i_ < sizeof(a) / sizeof((a)[0]); i_++) (a)[i_] = (v)
struct cells { int corner[5]; };
struct sim { struct cells *cells; };

int main(void)
{
    struct cells cells = {{1, 2, 3, 4, 5}};
    struct sim store = {&cells}, *sim = &store;
    int total = 0;
{ int *pc_cells_corner = sim->cells->corner;
    for (unsigned i = 0; i < COUNT(sim->cells->corner); i++)
        total += pc_cells_corner[i];
    FILL(sim->cells->corner, 9);
}
    printf("%d %d %d\n", total, cells.corner[1], cells.corner[4]);
    return 0;
}
