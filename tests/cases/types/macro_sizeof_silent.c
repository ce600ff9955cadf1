// The same macro argument for an array's size and for an element, where no compiler warns.
#include <stdio.h>
#include <string.h>

#define PUT(a, v) ((a)[0] = (v), total += (int)sizeof(a))
#define CLEAR(a) memset((a), 0, sizeof(a))
struct cells { char name[11]; int corner[5]; };
struct sim { struct cells *cells; };

int main(void)
{
    struct cells cells = {"argon", {1, 2, 3, 4, 5}};
    struct sim store = {&cells}, *sim = &store;
    int total = 0;
#pragma pointerchain region begin declare(sim->cells->corner, sim->cells->name)
    PUT(sim->cells->corner, 9);
    PUT(sim->cells->name, 'A');
    printf("%s\n", sim->cells->name);
    CLEAR(sim->cells->corner);
    CLEAR(sim->cells->name);
#pragma pointerchain region end
    printf("%d %d %d\n", total, cells.corner[0] + cells.corner[4], cells.name[4]);
    return 0;
}
