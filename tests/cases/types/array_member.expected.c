// An array member is hoisted as a pointer to its first element.
// also: c++
#include <stdio.h>

struct boxes { double localMin[3], localMax[3]; int grid[2]; };
struct sim { struct boxes *boxes; };

int main(void)
{
    struct boxes boxes = {{0, 0, 0}, {1, 2, 3}, {4, 5}};
    struct sim store = {&boxes}, *sim = &store;
    double volume = 1;

{ double *pc_boxes_localMax = sim->boxes->localMax; double *__restrict const pc_boxes_localMin = sim->boxes->localMin; int *pc_boxes_grid = sim->boxes->grid;
    for (int i = 0; i < 3; i++)
        volume *= pc_boxes_localMax[i] - pc_boxes_localMin[i];
    pc_boxes_localMin[2] = -1;
    *pc_boxes_grid += pc_boxes_grid[1];
    volume += (double)sizeof(sim->boxes->grid) / (double)sizeof(int);
}
    printf("%g %g %d\n", volume, boxes.localMin[2], boxes.grid[0]);
    return 0;
}
