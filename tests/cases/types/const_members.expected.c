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

{ const int pc_atoms_n = sim->atoms->n; double *__restrict const pc_atoms_w = sim->atoms->w; const double *__restrict const pc_atoms_r = sim->atoms->r; const double *pc_atoms_fixed = sim->atoms->fixed;
    for (int i = 0; i < pc_atoms_n; i++)
        pc_atoms_w[i] = pc_atoms_r[i] * pc_atoms_fixed[i];
}
    printf("%g %g\n", w[0], w[1]);
    return 0;
}
