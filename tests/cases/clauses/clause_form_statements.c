// also: openmp
// The construct is any statement: if with else, do, switch, nested loops without braces, a macro's loop, a block.
#include <stdio.h>

#define FOR(i, n) for (int i = 0; i < (n); i++)
struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4}, total = 0;
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma omp parallel num_threads(1) pointerchain(sim->atoms->n)
    if (sim->atoms->n > 5)
        total += 1;
    else if (sim->atoms->n > 3)
        total += 2 * sim->atoms->n;
    else
        total += 3;
#pragma omp parallel num_threads(1) pointerchain(sim->atoms->n)
    do total += sim->atoms->n; while (total < 20);
#pragma omp parallel num_threads(1) pointerchain(sim->atoms->n)
    switch (sim->atoms->n) { case 4: total += 100; }
#pragma omp parallel for pointerchain(sim->atoms->n, sim->atoms->r)
    /* a comment between */
    for (int i = 0; i < sim->atoms->n; i++)
        for (int j = 0; j < 2; j++)
            if (j)
                sim->atoms->r[i] += sim->atoms->n;
            else
                sim->atoms->r[i] *= 2;
#pragma omp parallel for pointerchain(sim->atoms->n, sim->atoms->r)
    FOR(i, sim->atoms->n)
        sim->atoms->r[i] += 1;
    sim->atoms->n = 3;
#pragma omp parallel num_threads(1) pointerchain(sim->atoms->r)
    total += sim->atoms->r[0];
    printf("%d %d %d %d\n", total, r[0], r[3], atoms.n);
    return 0;
}
