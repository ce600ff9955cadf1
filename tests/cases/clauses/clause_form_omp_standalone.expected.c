// also: openmp
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
{ double *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n; (void)pc_atoms_r; (void)pc_atoms_n; _Pragma("omp target enter data map(to: pc_atoms_r[0:pc_atoms_n])") }
{ int pc_atoms_n = sim->atoms->n; double *__restrict pc_atoms_r = sim->atoms->r; _Pragma("omp target map(pc_atoms_r[0:pc_atoms_n])")
    {
        for (int i = 0; i < pc_atoms_n; i++)
            pc_atoms_r[i] *= 2;
    } }
{ double *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n; (void)pc_atoms_r; (void)pc_atoms_n; _Pragma("omp target update from(pc_atoms_r[0:pc_atoms_n])") }
{ double *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n; (void)pc_atoms_r; (void)pc_atoms_n; _Pragma("omp target exit data map(from: pc_atoms_r[0:pc_atoms_n])") }
    printf("%g %g\n", r[0], r[3]);
    return 0;
}
