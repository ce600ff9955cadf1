// also: openmp
#include <stdio.h>

struct atoms { int n, teams; double *r, *f; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4}, f[4] = {0, 0, 0, 0};
    struct atoms atoms = {4, 2, r, f};
    struct sim store = {&atoms}, *sim = &store;

{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_f = sim->atoms->f; double *pc_atoms_r = sim->atoms->r; int pc_atoms_teams = sim->atoms->teams; (void)pc_atoms_teams;
#pragma omp target data map(to: pc_atoms_r[0:pc_atoms_n]) map(tofrom: pc_atoms_f[:pc_atoms_n])
    {
#pragma omp target teams distribute parallel for num_teams(pc_atoms_teams) if(pc_atoms_n > 2) \
    map(to: pc_atoms_r[0:pc_atoms_n]) map(tofrom: pc_atoms_f[0:pc_atoms_n])
        for (int i = 0; i < pc_atoms_n; i++)
            pc_atoms_f[i] += 2 * pc_atoms_r[i];
    }
}
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    return 0;
}
