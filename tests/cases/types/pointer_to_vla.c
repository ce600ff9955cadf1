// A chain whose root points to a variable length array.
#include <stdio.h>

struct atoms { int n; };

static int run(int rows, int columns, struct atoms *grid[rows][columns])
{
    int total = 0;
#pragma pointerchain region begin declare(grid[1][2]->n)
    for (int i = 0; i < rows; i++)
        total += grid[1][2]->n;
    grid[1][2]->n = total;
#pragma pointerchain region end
    return total;
}

int main(void)
{
    struct atoms a = {1}, b = {20};
    struct atoms *grid[2][3] = {{&a, &a, &a}, {&a, &a, &b}};
    int total = run(2, 3, grid);
    printf("%d %d\n", total, b.n);
    return 0;
}
