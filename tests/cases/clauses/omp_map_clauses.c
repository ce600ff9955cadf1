// also: openmp
#include <stdio.h>

struct atoms { int n, teams; double *r, *f; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4}, f[4] = {0, 0, 0, 0};
    struct atoms atoms = {4, 2, r, f};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n, sim->atoms->teams, sim->atoms->r, sim->atoms->f)
#pragma pointerchain region begin
#pragma omp target data map(to: sim->atoms->r[0:sim->atoms->n]) map(tofrom: sim->atoms->f[:sim->atoms->n])
    {
#pragma omp target teams distribute parallel for num_teams(sim->atoms->teams) if(sim->atoms->n > 2) \
    map(to: sim->atoms->r[0:sim->atoms->n]) map(tofrom: sim->atoms->f[0:sim->atoms->n])
        for (int i = 0; i < sim->atoms->n; i++)
            sim->atoms->f[i] += 2 * sim->atoms->r[i];
    }
#pragma pointerchain region end
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    return 0;
}
