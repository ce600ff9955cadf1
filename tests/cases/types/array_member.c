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
#pragma pointerchain declare(sim->boxes->localMin{double*:restrictconst}, sim->boxes->localMax{double*}, sim->boxes->grid)
#pragma pointerchain region begin
    for (int i = 0; i < 3; i++)
        volume *= sim->boxes->localMax[i] - sim->boxes->localMin[i];
    sim->boxes->localMin[2] = -1;
    *sim->boxes->grid += sim->boxes->grid[1];
    volume += (double)sizeof(sim->boxes->grid) / (double)sizeof(int);
#pragma pointerchain region end
    printf("%g %g %d\n", volume, boxes.localMin[2], boxes.grid[0]);
    return 0;
}
