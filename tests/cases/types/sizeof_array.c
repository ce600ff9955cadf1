// sizeof sees the array, not the pointer that stands for it; nor does it for a scalar make a difference.
#include <stdio.h>

struct cells { double corner[2][3]; char name[10]; short n; };
struct sim { struct cells *cells; };

int main(void)
{
    struct cells cells = {{{1, 2, 3}, {4, 5, 6}}, "argon", 3};
    struct sim store = {&cells}, *sim = &store;
#pragma pointerchain region begin declare(sim->cells->corner, sim->cells->name, sim->cells->n)
    printf("%d %d %d %d\n", (int)sizeof(sim->cells->corner), (int)sizeof sim->cells->name,
           (int)(sizeof(sim->cells->corner) / sizeof(sim->cells->corner[0])), (int)sizeof(sim->cells->n));
    printf("%s %g %d\n", sim->cells->name, sim->cells->corner[1][0], sim->cells->n);
#pragma pointerchain region end
    return 0;
}
