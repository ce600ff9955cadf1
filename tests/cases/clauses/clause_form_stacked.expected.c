// also: openmp
// Pragmas on pragmas: the construct of the first is the second's construct.
#include <stdio.h>

struct atoms { int n; int *r; int total; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 0};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; int *pc_atoms_r = sim->atoms->r; _Pragma("omp parallel")
#pragma omp for
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_r[i] += 1; }
#pragma omp parallel num_threads(1)
{ int *pc_atoms_r = sim->atoms->r; _Pragma("omp single")
    {
        pc_atoms_r[0] += 100;
    } }
    printf("%d %d\n", r[0], r[3]);
    return 0;
}
