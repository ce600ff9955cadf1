// Occurrences in the bounds of variable length arrays and in for headers with several variables.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3, 4};
    struct sim store = {&atoms}, *sim = &store;
    int total = 0;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->m)
    int work[sim->atoms->n][sim->atoms->m + 1];
    for (int i = 0, n = sim->atoms->n; i < n; i++)
        for (int j = 0; j <= sim->atoms->m; j++)
            work[i][j] = i * j;
    total = work[2][4] + (int)(sizeof work / sizeof work[0][0]) + (int)(sizeof(char[sim->atoms->n]));
#pragma pointerchain region end
    printf("%d\n", total);
    return 0;
}
