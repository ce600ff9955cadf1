// also: openacc
// The construct is the body of an if without braces.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

static void run(struct sim *sim, int flag)
{
    if (flag)
#pragma acc parallel loop copy(sim->atoms->r[0:4]) pointerchain(sim->atoms->r, sim->atoms->n)
        for (int i = 0; i < sim->atoms->n; i++)
            sim->atoms->r[i] *= 2;
    else
#pragma acc parallel loop copy(sim->atoms->r[0:4]) pointerchain(sim->atoms->r)
        for (int i = 0; i < 4; i++)
            sim->atoms->r[i] += 100;
}

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim sim = {&atoms};
    run(&sim, 1);
    run(&sim, 0);
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
