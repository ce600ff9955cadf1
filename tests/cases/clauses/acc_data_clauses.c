// also: openacc
// Occurrences in the clauses of acc directives: data, bounds of sections, if, num_gangs.
#include <stdio.h>

struct atoms { int n, gangs; double *r, *f; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4}, f[4] = {0, 0, 0, 0};
    struct atoms atoms = {4, 2, r, f};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n{int}, sim->atoms->gangs{int})
#pragma pointerchain declare(sim->atoms->r{double*:restrictconst}, sim->atoms->f{double*:restrict})
#pragma pointerchain region begin
#pragma acc data copyin(sim->atoms->r[0:sim->atoms->n]) copy(sim->atoms->f[0:sim->atoms->n])
    {
#pragma acc parallel loop present(sim->atoms->r[0:sim->atoms->n], sim->atoms->f) \
    num_gangs(sim->atoms->gangs) if(sim->atoms->n > 2)
        for (int i = 0; i < sim->atoms->n; i++)
            sim->atoms->f[i] += 2 * sim->atoms->r[i];
    }
#pragma pointerchain region end
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    return 0;
}
