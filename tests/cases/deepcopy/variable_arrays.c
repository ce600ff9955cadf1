// Parameters that are arrays of variable length: their elements' size is the compiler's to say.
#include <stdio.h>

struct part { int n; double *x; };
#pragma pointerchain shape(struct part: x[n])

static double total(int n, int m, double a[n][m], struct part parts[n], double c[][2][m], int q[static 3])
{
    double own[n], sum = 0;
    own[0] = 1;
#pragma pointerchain deepcopy enter(a[0:n], parts[0:n], c[1:n - 1], q[0:3], own[0:n], a[0][0:m])
    sum = a[n - 1][m - 1] + parts[0].x[0] + c[1][1][m - 1] + q[2] + own[0];
#pragma pointerchain deepcopy exit(a[0:n], parts[0:n], c[1:n - 1], q[0:3], own[0:n], a[0][0:m])
    return sum;
}

int main(void)
{
    double a[2][4] = {{0}, {1, 2, 3, 4}}, c[2][2][4] = {{{0}}, {{0}, {0, 0, 0, 8}}};
    struct part parts[2] = {{1, a[1]}, {0, NULL}};
    int q[3] = {0, 0, 3};
    printf("%g\n", total(2, 4, a, parts, c, q));
    return 0;
}
