// sizeof sees the array, not the pointer that stands for it; nor does it for a scalar make a difference.
#include <stdio.h>

struct cells { double corner[2][3]; char name[10]; short n; };
struct sim { struct cells *cells; };

int main(void)
{
    struct cells cells = {{{1, 2, 3}, {4, 5, 6}}, "argon", 3};
    struct sim store = {&cells}, *sim = &store;
{ double (*pc_cells_corner)[3] = sim->cells->corner; char *pc_cells_name = sim->cells->name; short pc_cells_n = sim->cells->n;
    printf("%d %d %d %d\n", (int)sizeof(sim->cells->corner), (int)sizeof sim->cells->name,
           (int)(sizeof(sim->cells->corner) / sizeof(sim->cells->corner[0])), (int)sizeof(sim->cells->n));
    printf("%s %g %d\n", pc_cells_name, pc_cells_corner[1][0], pc_cells_n);
}
    return 0;
}
