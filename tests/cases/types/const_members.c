// const on members, pointees and links stays where it is.
// also: c++
#include <stdio.h>

struct atoms { const int n; const double *const r; double *const w; const double fixed[2]; };
struct sim { const struct atoms *const atoms; };

int main(void)
{
    const double r[2] = {1, 2};
    double w[2] = {0, 0};
    const struct atoms atoms = {2, r, w, {5, 6}};
    const struct sim store = {&atoms}, *const sim = &store;
#pragma pointerchain declare(sim->atoms->n, sim->atoms->r{const double*:restrict}, sim->atoms->w{double*:restrictconst}, sim->atoms->fixed)
#pragma pointerchain region begin
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->w[i] = sim->atoms->r[i] * sim->atoms->fixed[i];
#pragma pointerchain region end
    printf("%g %g\n", w[0], w[1]);
    return 0;
}
