// Copies that begin at pointers to pointers.
// also: openacc openmp
#include <stdio.h>

struct cell { int n; double *x; };
#pragma pointerchain shape(struct cell: x[n])

static double total(double **rows, struct cell **some, double ***cube, int n, int m)
{
    double sum = 0;
#pragma pointerchain deepcopy enter(rows[0:n][0:m], some[1:n - 1]) technique(tcpy)
#pragma pointerchain deepcopy update device(rows[:n][:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += rows[i][j] + some[i]->x[j];
#pragma pointerchain deepcopy exit(rows[0:n][0:m], some[1:n - 1])
#pragma pointerchain deepcopy region begin(cube[0:2][0:n][0:m + 0])
    if (cube[1][0][0] > 100)
        return 0;
#pragma pointerchain deepcopy region end
    return sum;
}

int main(void)
{
    double a[] = {1, 2}, b[] = {3, 4}, *rows[] = {a, b}, **cube[] = {rows, rows};
    struct cell one = {2, a}, two = {2, b}, *some[] = {&one, &two};
#pragma pointerchain deepcopy region begin(some)
    printf("%g\n", total(rows, some, cube, 2, 2));
#pragma pointerchain deepcopy region end
    return 0;
}
