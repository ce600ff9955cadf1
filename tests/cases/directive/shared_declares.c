// Several regions share what one declare names; each takes what it uses.
// also: c++
#include <stdio.h>

struct atoms { int n; double *r, *f; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2}, f[2] = {10, 20};
    struct atoms atoms = {2, r, f};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n{int}, sim->atoms->r{double*:restrict}, sim->atoms->f{double*:restrict})
#pragma pointerchain region begin
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->f[i] *= 2;
#pragma pointerchain region end
#pragma pointerchain region begin
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->r[i] += sim->atoms->f[i];
#pragma pointerchain region end
    printf("%g %g %g %g\n", r[0], r[1], f[0], f[1]);
    return 0;
}
