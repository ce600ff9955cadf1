// also: openmp
// A private copy's changes are the construct's own: nothing is written back. The outer value stays.
#include <stdio.h>

struct atoms { int n, work; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 77, r};
    struct sim store = {&atoms}, *sim = &store;
{ int *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n;
    int work = 5;
#pragma omp parallel for private(work) firstprivate(pc_atoms_n)
    for (int i = 0; i < 4; i++) {
        work = pc_atoms_r[i] + pc_atoms_n;
        pc_atoms_r[i] = work;
    }
}
    printf("%d %d\n", r[0], r[3]);
    return 0;
}
