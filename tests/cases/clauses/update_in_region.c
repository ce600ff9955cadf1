// also: openacc
// Standalone directives in a region; 'update self' writes host memory, the array, not the pointer.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r)
#pragma acc enter data copyin(sim->atoms->r[:sim->atoms->n])
#pragma acc parallel loop present(sim->atoms->r[0:sim->atoms->n])
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] *= 2;
#pragma acc update self(sim->atoms->r[0 : sim->atoms->n])
#pragma acc exit data delete(sim->atoms->r[0:sim->atoms->n])
#pragma pointerchain region end
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
