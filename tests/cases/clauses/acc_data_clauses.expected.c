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


{ int pc_atoms_n = sim->atoms->n; double *__restrict pc_atoms_f = sim->atoms->f; double *__restrict const pc_atoms_r = sim->atoms->r; int pc_atoms_gangs = sim->atoms->gangs; (void)pc_atoms_gangs;
#pragma acc data copyin(pc_atoms_r[0:pc_atoms_n]) copy(pc_atoms_f[0:pc_atoms_n])
    {
#pragma acc parallel loop present(pc_atoms_r[0:pc_atoms_n], pc_atoms_f) \
    num_gangs(pc_atoms_gangs) if(pc_atoms_n > 2)
        for (int i = 0; i < pc_atoms_n; i++)
            pc_atoms_f[i] += 2 * pc_atoms_r[i];
    }
}
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    return 0;
}
