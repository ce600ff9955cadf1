// A chain whose root points to a variable length array.
#include <stdio.h>

struct atoms { int n; };

static int run(int rows, int columns, struct atoms *grid[rows][columns])
{
    int total = 0;
{ int pc_1_2_n = grid[1][2]->n;
    for (int i = 0; i < rows; i++)
        total += pc_1_2_n;
    pc_1_2_n = total;
grid[1][2]->n = pc_1_2_n; }
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
