// Occurrences in the bounds of variable length arrays and in for headers with several variables.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3, 4};
    struct sim store = {&atoms}, *sim = &store;
    int total = 0;
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_m = sim->atoms->m;
    int work[pc_atoms_n][pc_atoms_m + 1];
    for (int i = 0, n = pc_atoms_n; i < n; i++)
        for (int j = 0; j <= pc_atoms_m; j++)
            work[i][j] = i * j;
    total = work[2][4] + (int)(sizeof work / sizeof work[0][0]) + (int)(sizeof(char[sim->atoms->n]));
}
    printf("%d\n", total);
    return 0;
}
